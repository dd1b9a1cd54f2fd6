import fc from "fast-check";

/** What can happen to one run of gated calls. `on` says in which of two processes. */
export type Happening =
  | { kind: "decide"; on: Where; call: number; answer: AnswerPlan }
  | { kind: "extend"; on: Where; call: number }
  | { kind: "sweep"; on: Where; afterMs: number }
  | { kind: "advance"; afterMs: number }
  | { kind: "stop" | "message" | "crash" | "terminate" | "continue" | "cool" | "renew"; on: Where }
  | { kind: "die-at"; on: Where; statement: number }
  | { kind: "release"; call: number }
  /** What an agent elsewhere does about a call that it asked about. */
  | { kind: "come" | "report"; on: Where; call: number }
  | { kind: "go"; call: number }
  | { kind: "revoke-key" };

export type Where = 0 | 1;

export type AnswerPlan = {
  action: "accept" | "decline" | "cancel";
  edit: "none" | "fits" | "unfit";
  by: "person" | "stranger";
  digest: "none" | "right" | "wrong";
  note: boolean;
};

/**
 * How a tool behaves: at once, only when it is released, or never. An agent that asks about it comes back for the answer, or
 * waits on a connection.
 */
export type ToolPlan = {
  gated: boolean;
  end: "ok" | "error" | "throws";
  held: "no" | "until-released" | "for-ever";
  comesBack: boolean;
  takesChanges: boolean;
};

/** Happenings of a group begin in the same turn; between groups so many turns of the microtask queue go by. */
export type Group = { together: Happening[]; thenTurns: number };

export type Plan = { tools: ToolPlan[]; groups: Group[]; end: "stop" | "accept-all" | "crash" };

const where = fc.constantFrom<Where>(0, 0, 0, 1);
/** Of three calls at each of three doors. */
const call = fc.nat({ max: 8 });

const answer: fc.Arbitrary<AnswerPlan> = fc.record({
  action: fc.constantFrom("accept", "accept", "accept", "decline", "cancel"),
  edit: fc.constantFrom("none", "none", "none", "fits", "unfit"),
  by: fc.constantFrom("person", "person", "person", "person", "person", "stranger"),
  digest: fc.constantFrom("none", "none", "right", "right", "wrong"),
  note: fc.boolean(),
});

/** Timeouts are 300 s; an approved call may wait 600 s for its start. */
const afterMs = fc.constantFrom(0, 1_000, 150_000, 299_999, 300_000, 600_000);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("decide" as const), on: where, call, answer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("extend" as const), on: where, call }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("sweep" as const), on: where, afterMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("advance" as const), afterMs }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "stop" as const,
        "message" as const,
        "crash" as const,
        "terminate" as const,
        "continue" as const,
        "continue" as const,
        "cool" as const,
        "cool" as const,
        "renew" as const,
      ),
      on: where,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("die-at" as const), on: where, statement: fc.nat({ max: 60 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("release" as const), call }) },
);

const ofAgents: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("come" as const, "report" as const), on: where, call }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("go" as const), call }) },
  { weight: 1, arbitrary: fc.constant({ kind: "revoke-key" as const }) },
);

const turns = fc.oneof(fc.constant(0), fc.nat({ max: 30 }), fc.nat({ max: 300 }), fc.constant(1_000));

type Size = { calls: number; groups: number; together: number };

function planOf(what: fc.Arbitrary<Happening>, size: Size): fc.Arbitrary<Plan> {
  const tool: fc.Arbitrary<ToolPlan> = fc.record({
    gated: fc.constantFrom(true, true, true, true, false),
    end: fc.constantFrom("ok", "ok", "ok", "error", "throws"),
    held: fc.constantFrom("no", "no", "until-released", "for-ever"),
    comesBack: fc.constantFrom(false, false, true),
    takesChanges: fc.boolean(),
  });
  const together = fc.array(what, { minLength: 1, maxLength: size.together });
  return fc.record({
    tools: fc.array(tool, { minLength: 1, maxLength: size.calls }),
    groups: fc.array(fc.record({ together, thenTurns: turns }), { minLength: 1, maxLength: size.groups }),
    end: fc.constantFrom("stop", "accept-all", "crash"),
  });
}

/** Many small histories and some with all that can happen: the small ones find races as well, and cost a third. */
function mixed(what: fc.Arbitrary<Happening>): fc.Arbitrary<Plan> {
  return fc.oneof(
    { weight: 3, arbitrary: planOf(what, { calls: 1, groups: 2, together: 2 }) },
    { weight: 1, arbitrary: planOf(what, { calls: 3, groups: 5, together: 3 }) },
  );
}

export const plan: fc.Arbitrary<Plan> = mixed(happening);
/** With agents that ask. */
export const planWithAsks: fc.Arbitrary<Plan> = mixed(
  fc.oneof({ weight: 2, arbitrary: happening }, { weight: 1, arbitrary: ofAgents }),
);
