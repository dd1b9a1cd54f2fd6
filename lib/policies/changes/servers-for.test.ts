import { expect, test } from "vitest";
import { serversFor } from "./servers-for.ts";
import type { ServerOnPage } from "./tools-page.ts";

test("E21: full addresses, and what a program wrote, are for people who manage tools alone", () => {
  const said = { now: ["Error: no key"], before: [] };
  const program = { transport: { kind: "program", command: "x", args: [], variables: [], folder: null }, said };
  const origin = "https://a.example";
  const address = { transport: { kind: "address", url: `${origin}/secret/mcp`, origin, headers: [] }, said: null };
  // No more of a server is looked at here.
  const servers = [program, address] as unknown as ServerOnPage[];
  for (const role of ["owner", "admin"] as const) expect(serversFor(role, servers)).toBe(servers);
  for (const role of ["reviewer", "member"] as const)
    expect(serversFor(role, servers)).toEqual([
      { ...program, said: null, signInLink: null },
      { ...address, signInLink: null, transport: { ...address.transport, url: origin } },
    ]);
});
