import { rewordPart } from "#lib/words/reword.ts";
import { isAppName } from "#lib/apps/ui-of-tool.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";
import type { AuditEvent } from "./events.ts";
import { type Telling, toldYes } from "./telling.ts";

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

/** Changes of a tool or its server, in words. */
export const toolWords: { [Kind in ToolKind]: (event: EventOf<Kind>, telling: Telling) => string } = {
  "server-added": ({ server, by, origin }, { say }) => say("serverAdded", { server, by, origin }),
  "server-changed": ({ server, changes }, { say, reword }) =>
    say("serverChanged", { server, changes: changes.map(reword).join(" ") }),
  "server-removed": ({ server }, { say }) => say("serverRemoved", { server }),
  "server-disabled": ({ server, disabled }, { say }) => say("serverDisabled", { server, disabled: toldYes(disabled) }),
  "server-command-confirmed": ({ server, command, addresses = [] }, { say }) =>
    say("commandConfirmed", {
      server,
      command,
      private: toldYes(addresses.length > 0),
      addresses: addresses.join(", "),
    }),
  "server-signed-in": ({ server, host, forAll }, { say }) =>
    say("serverSignedIn", { server, host, forAll: toldYes(forAll) }),
  "server-signed-out": ({ server, forAll, why }, { say }) =>
    say("serverSignedOut", { server, forAll: toldYes(forAll), why }),
  "tool-setting-changed": ({ server, tool, setting, from, to, lowers }, { say, speech }) => {
    const [was, is] = [rewordPart(speech, from), rewordPart(speech, to)];
    return say("settingChanged", { server, tool, setting, from: was, to: is, lowers: toldYes(lowers) });
  },
  "usual-timeouts-set": ({ from, to }, { say }) =>
    say("usualTimeouts", {
      minutes: to.chatMinutes,
      hours: to.othersHours,
      formerMinutes: from.chatMinutes,
      formerHours: from.othersHours,
    }),
  "gateway-risk-set": ({ from, to, lowers }, { say }) => say("clientRisk", { from, to, lowers: toldYes(lowers) }),
  "tool-reviewed": ({ server, tool, by }, { say }) => say("toolReviewed", { server, tool, by, what: whatIs(tool) }),
  "tool-rejected": ({ server, tool }, { say }) => say("toolRejected", { server, tool, what: whatIs(tool) }),
  "tool-quarantined": ({ server, tool, former }, { say }) =>
    say("toolWaits", { server, tool, what: whatIs(tool), isNew: toldYes(former === null) }),
};

function whatIs(reviewed: string): "instructions" | "app" | "tool" {
  if (reviewed === instructionsName) return "instructions";
  return isAppName(reviewed) ? "app" : "tool";
}
