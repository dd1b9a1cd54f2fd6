import { expect, test } from "vitest";
import { serversFor } from "./servers-for.ts";
import type { ServerOnPage } from "./tools-page.ts";

test("E21: full addresses, and what a program wrote, are for people who manage tools alone", () => {
  const said = { now: ["Error: no key"], before: [] };
  const program = {
    transport: { kind: "program", command: "x", args: [], variables: [], folder: null },
    said,
    tools: [],
  };
  const origin = "https://a.example";
  const address = {
    transport: { kind: "address", url: `${origin}/secret/mcp`, origin, headers: [] },
    said: null,
    tools: [],
  };
  // No more of a server is looked at here.
  const servers = [program, address] as unknown as ServerOnPage[];
  for (const role of ["owner", "admin"] as const) expect(serversFor(role, servers)).toBe(servers);
  for (const role of ["reviewer", "member"] as const)
    expect(serversFor(role, servers)).toEqual([
      { ...program, said: null, signInLink: null },
      { ...address, signInLink: null, transport: { ...address.transport, url: origin } },
    ]);
});

test("P40: whom a rule names that hides a tool is for people who manage tools alone", () => {
  const all = { ruleId: "all", words: "Calls of pay are refused.", fromAll: true, isOfApp: false };
  const one = {
    ruleId: "one",
    words: "Calls of pay are refused when the user is a@b.example.",
    fromAll: false,
    isOfApp: false,
  };
  const hidden = { transport: { kind: "program" }, tools: [{ name: "pay", hiddenBy: [all, one] }] };
  // No more of a server is looked at here.
  const servers = [hidden] as unknown as ServerOnPage[];
  expect(serversFor("admin", servers)).toBe(servers);
  expect(serversFor("member", servers)[0]?.tools[0]?.hiddenBy).toEqual([all, { ...one, words: "" }]);
});
