import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { mayAttest } from "#lib/gate/contract/may-attest.ts";
import { risks } from "#lib/verdict/risk.ts";
import { doorFor } from "./ask-door.ts";
import { formOf } from "./ask-form.ts";
import { carefulProfile, clientProfiles, type ClientProfile } from "./client-profile.ts";
import { knownClients } from "./known-clients.ts";

const { all, of } = clientProfiles(knownClients);
const emptyForms = ["shown", "accepted-unseen", "lost", "unknown"] as const;

test("S0.61: a profile only narrows: no way of asking opens that the client, its key or the call does not allow", () => {
  const asked = fc.record({
    kind: fc.constantFrom("tool-call" as const, "form" as const, "link" as const),
    who_kind: fc.constantFrom("self" as const, "other" as const),
    risk: fc.constantFrom(...risks),
  });
  const terms = fc.record({
    tools: fc.constant(null),
    attests: fc.option(fc.constantFrom(...risks)),
    inbox: fc.boolean(),
    form: fc.constantFrom("choice" as const, "empty" as const),
  });
  const declared = fc.record({ form: fc.boolean(), url: fc.boolean() });
  const profile = fc.record({ asks: fc.constantFrom("form", "none"), emptyForm: fc.constantFrom(...emptyForms) });
  fc.assert(
    fc.property(asked, terms, declared, profile, (approval, its, said, known) => {
      const key = { key: { id: "k", name: "K", terms: its } };
      const door = doorFor(approval, key, known, said);
      if (door === "form") expect(said.form && mayAttest(approval, its)).toBe(true);
      if (door === "link") expect(said.url).toBe(true);
      if (door === "inbox") expect(its.inbox).toBe(true);
      if (formOf(key, known) === "empty") {
        expect(its.form).toBe("empty");
        expect(["shown", "unknown"]).toContain(known.emptyForm);
      }
    }),
  );
});

test("S0.61: a name chooses a profile and nothing more; whoever has an unknown one gets the careful profile", () => {
  expect(of("Claude-Code").title).toBe("Claude Code");
  expect(of("codex-mcp-client").title).toBe("Codex");
  expect(of("gemini-cli-mcp-client").title).toBe("Gemini CLI");
  expect(of("claude-ai (via mcp-remote 0.15.1)").title).toBe("Claude Desktop and claude.ai");
  for (const name of ["", "countersign", "my codex", "claude", "constructor", "*", "(via mcp-remote 0.15.1)"])
    expect(of(name)).toBe(carefulProfile);
  expect(carefulProfile.limitSeconds).toBe(Math.min(...all.map(({ limitSeconds }) => limitSeconds)));
  const names = all.flatMap(({ says }) => says);
  expect(new Set(names).size).toBe(names.length);
});

/** A row of the table in the documentation. */
function rowOf({ title, eras, asks, emptyForm, limitSeconds, signsIn, note }: ClientProfile): string {
  const heldSeconds = limitSeconds - Math.min(10, limitSeconds / 4);
  const empty = { shown: "shown", "accepted-unseen": "accepted unseen", lost: "lost", unknown: "not known" }[emptyForm];
  const cells = [
    title,
    eras.join(", ") || "any",
    asks === "form" ? "yes" : "no",
    empty,
    `${heldSeconds} s`,
    signsIn.join(", ") || "key",
    note,
  ];
  return `| ${cells.join(" | ")} |`;
}

test("S0.61: the documentation says of each client what the profiles say", () => {
  const page = readFileSync("docs/gateway.md", "utf8");
  const written = page
    .slice(page.indexOf("## What is known of clients"))
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const rows = [...all, carefulProfile].map(rowOf);
  expect(written.filter((line) => !line.startsWith("| client") && !line.startsWith("| ---"))).toEqual(rows);
});
