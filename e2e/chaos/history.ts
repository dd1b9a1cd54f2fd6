import { appendFileSync, readFileSync } from "node:fs";
import { z } from "zod";

/** One line of the file that counts what really happened; tools write it, outside of the app. */
export const effectShape = z.strictObject({
  at: z.number(),
  worker: z.string(),
  call: z.string(),
  tool: z.string(),
  /** null where whoever ran it does not know it. */
  digest: z.string().nullable(),
  args: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type Effect = z.infer<typeof effectShape>;

/** What became of a process, as far as whoever did it knows. `stalled`: it did not get to run for a while. */
const workerEvents = ["ready", "killed", "paused", "continued", "terminated", "ended", "died", "stalled"] as const;
export type WorkerEvent = (typeof workerEvents)[number];

const args = z.record(z.string(), z.union([z.string(), z.number()]));

/** What a request was about, and what was told. `said` is the status of the approval in the reply. */
export const askedShape = z.discriminatedUnion("to", [
  z.strictObject({ to: z.literal("turn"), chat: z.string(), message: z.string() }),
  z.strictObject({
    to: z.literal("answer"),
    approval: z.string(),
    action: z.enum(["accept", "decline", "cancel"]),
    edited: args.nullable(),
    said: z.string().nullable(),
  }),
  z.strictObject({ to: z.literal("stop"), chat: z.string() }),
  z.strictObject({ to: z.literal("look") }),
]);
export type Asked = z.infer<typeof askedShape>;

/** Times are Unix milliseconds, lengths milliseconds; all processes run on one machine. */
const eventShape = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("begin"), at: z.number(), backend: z.string(), seed: z.number() }),
  z.strictObject({ kind: z.literal("worker"), at: z.number(), worker: z.string(), event: z.enum(workerEvents) }),
  /** Something was done to the store or to the way to it; of one worker, or of all (null). */
  z.strictObject({
    kind: z.literal("fault"),
    at: z.number(),
    until: z.number(),
    what: z.string(),
    worker: z.string().nullable(),
  }),
  /**
   * `status` is null when no answer came; `disturbed` when the worker was killed or paused meanwhile. For
   * `queuedMs` in all the workers and the client were ready to run meanwhile, and the machine ran others.
   */
  z.strictObject({
    kind: z.literal("request"),
    at: z.number(),
    ms: z.number(),
    queuedMs: z.number(),
    worker: z.string(),
    status: z.number().nullable(),
    disturbed: z.boolean(),
    asked: askedShape,
  }),
  z.strictObject({
    kind: z.literal("audit"),
    at: z.number(),
    what: z.string(),
    run: z.string().nullable(),
    call: z.string().nullable(),
    approval: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    kind: z.literal("run"),
    id: z.string(),
    chat: z.string(),
    person: z.string(),
    /** null where no message began it. */
    message: z.string().nullable(),
    status: z.string(),
  }),
  z.strictObject({
    kind: z.literal("call"),
    id: z.string(),
    run: z.string(),
    state: z.string(),
    tool: z.string(),
    /** Which line of which plan it was made for. */
    plan: z.string(),
    line: z.number(),
  }),
  /** What a program outside was told of the call that it made; `nothing`: its connection was lost, or it was told to wait. */
  z.strictObject({
    kind: z.literal("told"),
    at: z.number(),
    plan: z.string(),
    told: z.enum(["ran", "not-run", "unknown", "nothing"]),
  }),
  z.strictObject({
    kind: z.literal("approval"),
    id: z.string(),
    call: z.string(),
    status: z.string(),
    expiresAt: z.number(),
    decidedAt: z.number().nullable(),
    byPerson: z.boolean(),
  }),
]);
export type HistoryEvent = z.infer<typeof eventShape>;
export type EventOf<Kind extends HistoryEvent["kind"]> = Extract<HistoryEvent, { kind: Kind }>;

/** Appends to a history as it happens: what was done, what was told, and at the end what the store holds. */
export function historyWriter(file: string): (event: HistoryEvent) => void {
  return (event) => appendFileSync(file, `${JSON.stringify(event)}\n`);
}

export function readHistory(file: string): HistoryEvent[] {
  return linesOf(file).map((line) => eventShape.parse(JSON.parse(line)));
}

/** A process that is killed in the middle of a write may leave half a line; the write is one, so none was seen yet. */
export function readEffects(file: string): Effect[] {
  return linesOf(file).map((line) => effectShape.parse(JSON.parse(line)));
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").split("\n").filter(Boolean);
}
