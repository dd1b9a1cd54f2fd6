import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeAnnotated } from "#lib/policies/annotated.ts";
import { assessRisk, composedRisk, riskOf, risks, soundsDestructive, type RiskFacts } from "./risk.ts";

const facts = (over: Partial<RiskFacts> = {}): RiskFacts => ({
  name: "read_page",
  described: true,
  annotations: {},
  trusted: true,
  transport: "local",
  authenticated: true,
  ...over,
});

test("S0.46: annotations move the risk: no read-only hint +1, destructive +2, open world +1, idempotent -1", () => {
  expect(riskOf(facts({ annotations: { readOnlyHint: true } }))).toBe(0);
  expect(riskOf(facts())).toBe(1);
  expect(riskOf(facts({ annotations: { destructiveHint: true } }))).toBe(3);
  expect(riskOf(facts({ annotations: { destructiveHint: true, openWorldHint: true } }))).toBe(4);
  expect(riskOf(facts({ annotations: { destructiveHint: true, idempotentHint: true } }))).toBe(2);
  expect(riskOf(facts({ annotations: { idempotentHint: true } }))).toBe(1);
});

test("S0.46: the server's axes (transport, auth, trust, docs) each raise it", () => {
  expect(riskOf(facts({ trusted: false }))).toBe(2);
  expect(riskOf(facts({ transport: "http" }))).toBe(2);
  expect(riskOf(facts({ transport: "https", authenticated: false }))).toBe(2);
  expect(riskOf(facts({ described: false }))).toBe(2);
  expect(assessRisk(facts({ trusted: false, transport: "http", authenticated: false, described: false }))).toEqual({
    risk: 5,
    because: ["mayChange", "untrusted", "unencrypted", "noCredentials", "undescribed"],
  });
});

test("E4, S0.46: what an untrusted server says in its own favour counts for nothing, what it says against itself does", () => {
  const trusted = false;
  const annotations = { readOnlyHint: true, idempotentHint: true };
  expect(riskOf(facts({ trusted, annotations }))).toBe(riskOf(facts({ trusted })));
  expect(riskOf(facts({ trusted, annotations: { destructiveHint: true } }))).toBe(4);
  // No claim at all: a text, and an inherited key.
  expect(riskOf(facts({ annotations: { readOnlyHint: "true" } as never }))).toBe(1);
  expect(riskOf(facts({ annotations: Object.create({ readOnlyHint: true }) }))).toBe(1);
});

test("S0.46: verbs that destroy are L5 whatever the annotations say", () => {
  const names = ["delete_file", "drop_table", "purge_queue", "wipe_disk", "remove_user", "force_push"];
  for (const name of [...names, "git.force_push", "removeUser", "DROP_ALL", "file.delete", "repo_delete", "delete"]) {
    expect(soundsDestructive(name), name).toBe(true);
    expect(riskOf(facts({ name, annotations: { readOnlyHint: true } })), name).toBe(5);
  }
  for (const name of ["dropbox_list", "list_deleted", "removed_items", "undelete", "droplet.create", "get_deletes"]) {
    expect(soundsDestructive(name), name).toBe(false);
  }
});

const anyFacts = fc.record({
  name: fc.constantFrom("read", "delete_x", "pay"),
  described: fc.boolean(),
  annotations: fc.record(
    {
      readOnlyHint: fc.boolean(),
      destructiveHint: fc.boolean(),
      idempotentHint: fc.boolean(),
      openWorldHint: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  trusted: fc.boolean(),
  transport: fc.constantFrom("local" as const, "https" as const, "http" as const),
  authenticated: fc.boolean(),
});

test("S0.6: by default exactly the tools at L0 run silently, those at L1 to L5 ask", () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const risk = riskOf(given);
      const { verdict } = judgeAnnotated({
        server: { trusted: given.trusted },
        tool: { annotations: given.annotations, risk },
      });
      expect(verdict).toBe(risk === 0 ? "allow" : "ask");
    }),
  );
});

test("S0.6, row 2: a risk that the owner sets to L0 does not make a tool silent that may change something", () => {
  const { verdict } = judgeAnnotated({
    server: { trusted: true },
    tool: { annotations: {}, risk: 0 },
  });
  expect(verdict).toBe("ask");
});

test("S0.8, row 19: a person in between lowers the shown risk by one band, never under L1, and hidden characters forfeit it", () => {
  const asked = risks.map((risk) => composedRisk(risk, { asks: true, hidden: false }));
  expect(asked).toEqual([0, 1, 1, 2, 3, 4]);
  for (const risk of risks) {
    expect(composedRisk(risk, { asks: false, hidden: false })).toBe(risk);
    expect(composedRisk(risk, { asks: true, hidden: true })).toBe(risk);
  }
});
