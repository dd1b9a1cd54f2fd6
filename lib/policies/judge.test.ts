import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { PredicateAnswer } from "./custom.ts";
import { judge } from "./judge.ts";
import type { ToolApprovalError } from "#lib/verdict/tool-approval-error.ts";
import { toolApprovalPolicy, type ToolApprovalPolicy } from "./tool-approval-policy.ts";
import type { ApprovalFlag, CallToJudge } from "#lib/verdict/verdict.ts";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";

const { annotated, allowAll, denyAll, custom } = toolApprovalPolicy;
const allowing = allowAll({ production: false });

afterEach(() => {
  vi.useRealTimers();
});

const ana = { id: "ana", name: "Ana", email: "ana@example.com", role: "member" } as const;

function call(tool: Partial<CallToJudge["tool"]> = {}, trusted = true): CallToJudge {
  return {
    server: { id: "shop", trusted },
    tool: { name: "refund", flag: "inherit", annotations: {}, risk: 0, ...tool },
    arguments: { order: 1234, lines: [{ sku: "a" }] },
    person: ana,
    chat: { id: "chat-1" },
    caller: "chat",
    agents: [],
  };
}

async function verdictOf(policy: ToolApprovalPolicy, judged: CallToJudge) {
  return (await judge(policy, judged)).verdict;
}

test("S1.2, S1.3, S1.4, row 2: annotated is silent only for a read-only tool of a trusted server", async () => {
  expect(await verdictOf(annotated(), call({ annotations: { readOnlyHint: true } }))).toBe("allow");
  expect(await verdictOf(annotated(), call({ annotations: { readOnlyHint: false } }))).toBe("ask");
  expect(await verdictOf(annotated(), call({ annotations: {} }))).toBe("ask");
  expect(await verdictOf(annotated(), call({ annotations: { idempotentHint: true, openWorldHint: false } }))).toBe(
    "ask",
  );
});

test("M7, E4: the annotations of a server that is not trusted count for nothing", async () => {
  const judged = call({ annotations: { readOnlyHint: true, destructiveHint: false } }, false);
  expect(await verdictOf(annotated(), judged)).toBe("ask");
});

test("E4, E7: only an own, exact `true` is a claim", async () => {
  for (const readOnlyHint of ["true", 1, {}, [true], "yes"]) {
    // The cast stands for a server that breaks the protocol.
    expect(await verdictOf(annotated(), call({ annotations: { readOnlyHint } as unknown as ToolAnnotations }))).toBe(
      "ask",
    );
  }
  expect(await verdictOf(annotated(), call({ annotations: Object.create({ readOnlyHint: true }) }))).toBe("ask");
});

test("S3.5, S3.6: the flag never runs the call even where the default would ask, and not where code of the owner asks", async () => {
  for (const policy of [annotated(), allowing, custom(() => false)]) {
    expect(await verdictOf(policy, call({ flag: "never" }, false))).toBe("allow");
  }
  expect(
    await verdictOf(
      custom(() => true),
      call({ flag: "never" }, false),
    ),
  ).toBe("ask");
});

test("S3.7, row 4: the flag always reaches a person whatever the policy allows", async () => {
  const readOnly = { readOnlyHint: true };
  for (const policy of [annotated(), allowing, custom(() => false)]) {
    expect(await judge(policy, call({ flag: "always", annotations: readOnly }))).toMatchObject({
      verdict: "ask",
      ruleId: "flag:always",
    });
  }
});

test("a flag that is none of the three asks", async () => {
  for (const flag of ["Never", "", "off", null, undefined]) {
    // The cast stands for a value that slipped past the configuration.
    expect(await verdictOf(allowing, call({ flag: flag as ApprovalFlag }))).toBe("ask");
  }
});

test("S1.7, S1.9, S1.17, S3.3: denyAll refuses whatever flag and annotations say", async () => {
  for (const flag of ["inherit", "always", "never"] as const) {
    expect(await judge(denyAll(), call({ flag, annotations: { readOnlyHint: true } }))).toMatchObject({
      verdict: "deny",
      ruleId: "policy:deny-all",
    });
  }
});

test("S1.6, S3.3: allowAll asks nobody, and cannot be made in production", async () => {
  expect(await verdictOf(allowing, call({}, false))).toBe("allow");
  expect(() => allowAll({ production: true })).toThrow(/production/);
  // The cast stands for a missing NODE_ENV that nobody checked.
  expect(() => allowAll({} as { production: boolean })).toThrow(/production/);
});

test("S1.6: an object that only looks like allowAll asks", async () => {
  expect(await verdictOf({ kind: "allowAll" }, call())).toBe("ask");
  expect(await verdictOf(structuredClone(allowing), call())).toBe("ask");
});

test("S1.1: a policy of a fifth kind asks", async () => {
  for (const kind of ["yolo", "toString", "__proto__", "constructor"]) {
    // The cast stands for a policy from a later release.
    expect(await verdictOf({ kind } as unknown as ToolApprovalPolicy, call())).toBe("ask");
  }
});

test("S1.8, S3.1: a custom predicate sees person, chat, tool and arguments, at each invocation", async () => {
  const seen: CallToJudge[] = [];
  const policy = custom((judged) => {
    seen.push(judged);
    return judged.person.id === "ana" && judged.tool.name.startsWith("refund");
  });
  expect(await verdictOf(policy, call())).toBe("ask");
  expect(await verdictOf(policy, { ...call(), person: { ...ana, id: "bob" } })).toBe("allow");
  expect(seen).toHaveLength(2);
  expect(seen[0]).toEqual(call());
  expect(() => custom(null as never)).toThrow(TypeError);
});

test("S1.8: many judgements at once do not mix", async () => {
  const policy = custom(async (judged) => {
    await Promise.resolve();
    return Number(judged.arguments["order"]) % 2 === 0;
  });
  const verdicts = await Promise.all(
    Array.from({ length: 100 }, (_, order) => verdictOf(policy, { ...call(), arguments: { order } })),
  );
  expect(verdicts).toEqual(Array.from({ length: 100 }, (_, order) => (order % 2 === 0 ? "ask" : "allow")));
});

test("S3.2, S3.11: a custom predicate may refuse with a reason, and neither flag overrules it", async () => {
  const reason = "Tool 'refund' is not allowed in this environment.";
  const policy = custom(() => ({ verdict: "deny", reason, metadata: { severity: 3 } }));
  for (const flag of ["inherit", "always", "never"] as const) {
    expect(await judge(policy, call({ flag }))).toEqual({
      verdict: "deny",
      reason,
      ruleId: "policy:custom",
      metadata: { severity: 3 },
    });
  }
});

test("A8: a predicate cannot change the arguments it judges", async () => {
  const judged = call();
  const policy = custom(({ arguments: args }) => {
    (args["lines"] as unknown[]).push("more");
    return false;
  });
  expect(await verdictOf(policy, judged)).toBe("ask");
  expect(judged).toEqual(call());
});

test("S3.4, row 15: a predicate that throws or answers nonsense asks, with the failure as the reason", async () => {
  const nonsense = [null, undefined, 0, 1, "allow", "false", {}, [], ["allow"], () => false, Number.NaN];
  const shapes = [{ verdict: "ALLOW", reason: "" }, { verdict: "allow" }, { verdict: "allow", reason: 1 }];
  const extra = [
    { verdict: "allow", reason: "x", metadata: [] },
    { verdict: "allow", reason: "x", approved: true },
  ];
  const predicates = [...nonsense, ...shapes, ...extra].map((answer) => () => answer as PredicateAnswer);
  predicates.push(() => {
    throw new Error("amount is not a number");
  });
  predicates.push(() => Promise.reject(new Error("the budget service is down")) as never);
  for (const predicate of predicates) {
    for (const flag of ["inherit", "always", "never"] as const) {
      const told: ToolApprovalError[] = [];
      const verdict = await judge(custom(predicate), call({ flag }), { report: (error) => told.push(error) });
      expect(verdict).toMatchObject({
        verdict: "ask",
        ruleId: "policy:failed",
        metadata: { error: "ToolApprovalError" },
      });
      expect(verdict.reason).toMatch(/^The custom policy .*, so a person is asked\.$/);
      expect(told).toHaveLength(1);
    }
  }
});

test("S3.4: the cause of a failure is reported, not shown", async () => {
  const cause = new Error("password=hunter2");
  const told: ToolApprovalError[] = [];
  const policy = custom(() => {
    throw cause;
  });
  const verdict = await judge(policy, call(), { report: (error) => told.push(error) });
  expect(told[0]?.cause).toBe(cause);
  expect(JSON.stringify(verdict)).not.toContain("hunter2");
});

test("S3.4: a predicate that is not settled after one second asks, and its late answer changes nothing", async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<boolean>();
  const verdict = judge(
    custom(() => answer.promise),
    call(),
  );
  await vi.advanceTimersByTimeAsync(1000);
  // Of others there may be some: files share a process.
  const timers = vi.getTimerCount();
  answer.resolve(false);
  expect(await verdict).toMatchObject({ verdict: "ask", reason: expect.stringContaining("1000 ms") });
  expect(vi.getTimerCount()).toBe(timers);
});

test("S3.4: a predicate that is settled in time leaves no timer behind", async () => {
  vi.useFakeTimers();
  const timers = vi.getTimerCount();
  const answer = Promise.withResolvers<boolean>();
  const verdict = judge(
    custom(() => answer.promise),
    call(),
  );
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(timers + 1);
  answer.resolve(false);
  await verdict;
  expect(vi.getTimerCount()).toBe(timers);
});

test("S3.12: the default policy is synchronous work that starts no timer", async () => {
  vi.useFakeTimers();
  const timers = vi.getTimerCount();
  await judge(annotated(), call());
  expect(vi.getTimerCount()).toBe(timers);
});

test("A12: whatever a tool is called, a tool that nobody configured is never silently allowed", async () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("refund", "REFUND", "shop__refund", "list_files", "__proto__", "constructor", "toString", "*"),
    fc.mixedCase(fc.constantFrom("read_file", "allowall", "never")),
  );
  await fc.assert(
    fc.asyncProperty(name, fc.boolean(), async (unknownName, trusted) => {
      expect(await verdictOf(annotated(), call({ name: unknownName }, trusted))).toBe("ask");
    }),
  );
});

test("row 16: the strictest of denial, failure and flag always wins over everything that allows", async () => {
  const strictness = { allow: 0, ask: 1, deny: 2 };
  const answer = fc.constantFrom<PredicateAnswer | "throws">(
    true,
    false,
    "throws",
    { verdict: "deny", reason: "no" },
    { verdict: "ask", reason: "hm" },
    { verdict: "allow", reason: "yes" },
  );
  const policies = fc.oneof(
    fc.constantFrom<ToolApprovalPolicy>(annotated(), allowing, denyAll()),
    answer.map((said) =>
      custom(() => {
        if (said === "throws") throw new Error("broken");
        return said;
      }),
    ),
  );
  const flags = fc.constantFrom<ApprovalFlag>("inherit", "always", "never");
  const hints = fc.record({ readOnlyHint: fc.boolean(), destructiveHint: fc.boolean() }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(policies, flags, hints, fc.boolean(), async (policy, flag, annotations, trusted) => {
      const judged = (with_: ApprovalFlag) => judge(policy, call({ flag: with_, annotations }, trusted));
      const [inherit, always, now] = await Promise.all([judged("inherit"), judged("always"), judged(flag)]);
      expect(strictness[always.verdict]).toBe(Math.max(strictness[inherit.verdict], strictness.ask));
      expect(strictness[now.verdict]).toBeLessThanOrEqual(strictness[always.verdict]);
      if (inherit.verdict === "deny") expect(now.verdict).toBe("deny");
      if (inherit.ruleId === "policy:failed") expect(now.verdict).toBe("ask");
      if (policy.kind === "denyAll") expect(now.verdict).toBe("deny");
      if (now.verdict === "allow" && flag !== "never" && policy.kind === "annotated") {
        expect(trusted && annotations.readOnlyHint).toBe(true);
      }
      expect(now.reason).not.toBe("");
    }),
    { numRuns: 500 },
  );
});
