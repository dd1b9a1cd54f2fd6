import { isAppName } from "#lib/apps/ui-of-tool.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import type { AuditEvent } from "./events.ts";

/** The kinds of events that change tools, for filtering. */
export const toolKinds = [
  "server-added",
  "server-changed",
  "server-removed",
  "server-disabled",
  "server-command-confirmed",
  "server-signed-in",
  "server-signed-out",
  "tool-setting-changed",
  "gateway-risk-set",
  "usual-timeouts-set",
  "tool-reviewed",
  "tool-rejected",
  "tool-quarantined",
] as const satisfies readonly AuditEvent["kind"][];

type EventOf<Kind> = Extract<AuditEvent, { kind: Kind }>;
type ToolKind = (typeof toolKinds)[number];

const signedOutBecause = {
  person: "",
  address: ", because its address is another now",
  refused: ", because the sign-in was not renewed there",
};

const settings = {
  approval: "The approval flag",
  prompt: "The question",
  risk: "The risk",
  timeout: "The time to answer",
  who: "Who may answer for calls",
  exposure: "The offer",
  preview: "The preview",
};

/** Changes of a tool or its server, in words. */
export const toolWords: { [Kind in ToolKind]: (event: EventOf<Kind>) => string } = {
  "server-added": ({ server, by, origin }) =>
    `Tool server ${server} added ${by === "file" ? "by mcp.json" : "in the app"}: ${origin}`,
  "server-changed": ({ server, changes }) => `Tool server ${server} changed: ${changes.join(" ")}`,
  "server-removed": ({ server }) => `Tool server ${server} removed`,
  "server-disabled": ({ server, disabled }) => `Tool server ${server} switched ${disabled ? "off" : "on"}`,
  "server-command-confirmed": ({ server, command, addresses }) =>
    `Tool server ${server} may be started: ${command}${addresses ? `, which leads into a private network, to ${addresses.join(" and ")}` : ""}`,
  "server-signed-in": ({ server, host, forAll }) =>
    `Signed in to the tool server ${server} at ${host}, for ${forAll ? "everybody" : "one person alone"}`,
  "server-signed-out": ({ server, forAll, why }) =>
    `Signed out of the tool server ${server}${forAll ? ", for everybody" : ""}${signedOutBecause[why]}`,
  "tool-setting-changed": ({ server, tool, setting, from, to, lowers }) =>
    `${settings[setting]} of ${tool} on ${server} changed from ${from} to ${to}${lowers ? ", which lowers its protection" : ""}`,
  "usual-timeouts-set": ({ from, to }) =>
    `Cards wait ${to.chatMinutes} minutes in the chat and ${to.othersHours} hours for others, before ${from.chatMinutes} minutes and ${from.othersHours} hours`,
  "gateway-risk-set": ({ from, to, lowers }) =>
    `Clients are offered tools up to risk ${to}, before up to ${from}${lowers ? ", which lowers the protection of tools" : ""}`,
  "tool-reviewed": ({ server, tool, by }) =>
    `${whatOf(tool)} on ${server} accepted${{ file: " because mcp.json trusts its server", command: " with its server's new command", person: "" }[by]}`,
  "tool-rejected": ({ server, tool }) => `${whatOf(tool)} on ${server} rejected`,
  "tool-quarantined": ({ server, tool, former }) =>
    tool === instructionsName
      ? `${former === null ? "New" : "Changed"} instructions on ${server} wait for a review`
      : `${former === null ? (isAppName(tool) ? "New app" : "New tool") : "Changed definition of"} ${tool} on ${server} waits for a review`,
};

function whatOf(reviewed: string): string {
  if (reviewed === instructionsName) return "Instructions";
  return isAppName(reviewed) ? `App ${reviewed}` : `Definition of ${reviewed}`;
}
