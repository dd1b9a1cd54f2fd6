import type { OauthSettings } from "#lib/mcp/config/oauth-settings.ts";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import type { PlannedServer } from "./plan-servers.ts";
import { addressLine } from "./reach-inside.ts";

/** What is started or called, as written. */
export function transportOf({ written }: PlannedServer): ServerOnPage["transport"] {
  if (written === null) return { kind: "unknown" };
  // The format of identities is in lib/mcp/config/config.ts.
  const { identity, transport, origin } = written;
  if (transport.kind === "http") {
    const headers = Object.keys(transport.headers);
    const { url } = identity as { url: string };
    const signsIn = signsInWords(transport.oauth);
    return { kind: "address", isSse: transport.isSse, url, origin, headers, ...(signsIn !== null && { signsIn }) };
  }
  const { command, args, env, cwd } = identity as Program;
  return { kind: "program", command, args, variables: env, folder: cwd ?? null };
}

/** Who signs in, in a sentence, where that is not the usual. */
function signsInWords(oauth: OauthSettings | undefined): string | null {
  if (oauth === undefined) return null;
  const { who, clientId, issuer, isMachine } = oauth;
  const as = `${clientId === null ? "" : `, as the client ${clientId}`}${issuer === null ? "" : `, at ${issuer}`}`;
  if (isMachine) return as === "" ? "This app itself signs in." : `This app itself signs in${as}.`;
  if (who === "instance")
    return as === "" ? "One person signs in for everybody here." : `One person signs in for everybody here${as}.`;
  return as === "" ? null : `Each person signs in for themselves${as}.`;
}

type Program = { command: string; args: string[]; env: string[]; cwd?: string };

/** What was confirmed before, as one line. */
export function lineOf(identity: NonNullable<PlannedServer["confirmed"]>["identity"]): string {
  if (typeof identity["url"] === "string") return addressLine(identity["url"], identity);
  const { command, args, env, cwd } = identity as Program;
  const line = [command, ...args].map((word) => (/^[\w@%+=:,./${}-]+$/.test(word) ? word : JSON.stringify(word)));
  return [
    ...line,
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...(env.length > 0 ? [`with ${env.join(", ")}`] : []),
  ].join(" ");
}
