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
    return { kind: "address", isSse: transport.isSse, url, origin, headers };
  }
  const { command, args, env, cwd } = identity as Program;
  return { kind: "program", command, args, variables: env, folder: cwd ?? null };
}

type Program = { command: string; args: string[]; env: string[]; cwd?: string };

/** The same as one line, of what was confirmed before. */
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
