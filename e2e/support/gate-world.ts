import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inject, onTestFinished } from "vitest";
import type { AgentLimits } from "#lib/agent/hot/agent.ts";
import { startTurn, type TurnOutcome } from "#lib/agent/runs/start-turn.ts";
import type { Worker } from "#lib/agent/hot/worker.ts";
import type { AttachedResource } from "#lib/chat/attached-resource.ts";
import type { ChatDetail } from "#lib/chat/chat-summary.ts";
import type { ChatMessage } from "#lib/chat/chat-message.ts";
import type { Proof } from "#lib/approvals/proof.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import type { Answer, DecideOutcome } from "#lib/gate/answer/answer.ts";
import type { GateLimits } from "#lib/gate/contract/gate.ts";
import type { Tool, ToolCatalogue } from "#lib/gate/contract/tool.ts";
import type { ToolApprovalPolicy } from "#lib/policies/tool-approval-policy.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { Dispatch } from "#lib/store/engine/dispatch.ts";
import type { ApprovalRow, RunRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import { appProcess, type AppProcess, type Logged } from "./app-process.ts";
import { SignalBus } from "./signal-bus.ts";
import { openTestDatabase } from "./test-database.ts";
import { toldModel, type Said, type ToldModel } from "./told-model.ts";
import { until } from "./until.ts";

export { until };

declare module "vitest" {
  export interface ProvidedContext {
    /** When a run that only waits for people leaves memory, unless a test says so itself. */
    cold: "at once" | "never";
  }
}

const begin = 1_700_000_000_000;

/** As the session of somebody who has just signed in says. */
export const justProved: Proof = { by: "password", agoMs: 0, isFresh: true, hasPasskey: false };

export type WorldOptions = {
  tools?: Tool[];
  /** Servers in the place of `tools`. */
  catalogue?: () => ToolCatalogue;
  policy?: ToolApprovalPolicy;
  workers?: Worker[];
  inForce?: (tool: Tool) => Tool;
  limits?: Partial<GateLimits & AgentLimits>;
  dispatch?: Dispatch;
  mostTools?: number;
  contextTokens?: number;
};

type Reply = Omit<Answer, "person" | "target" | "via" | "action"> & Partial<Pick<Answer, "person" | "via">>;

export type AuditEntry = { kind: string; call: string | null; approval: string | null; [detail: string]: unknown };

/**
 * A whole app without HTTP: the real gate and agent on a real store in memory, whose clock stands until it is moved,
 * with a model that says what it is told. Processes can be killed at any moment and started again on the same store.
 */
export class GateWorld {
  readonly store: Database;
  readonly model: ToldModel = toldModel();
  readonly log: Logged[] = [];
  readonly bus = new SignalBus();
  readonly person = { id: "p1", name: "Kim" };
  readonly stranger = { id: "p2", name: "Eve" };
  /** The process that serves right now. */
  process: AppProcess;
  readonly #options: WorldOptions;
  readonly #alive = new Set<AppProcess>();

  constructor(store: Database, options: WorldOptions) {
    this.store = store;
    this.#options = options;
    this.process = this.start();
  }

  /** One more process on the same store. */
  start(): AppProcess {
    const { store, model, log, bus } = this;
    const coldAfterMs = inject("cold") === "at once" ? 0 : Infinity;
    const limits = { coldAfterMs, ...this.#options.limits };
    const process = appProcess({ store, model, log, bus, ...this.#options, limits });
    const { kill } = process;
    this.#alive.add(process);
    process.kill = () => {
      this.#alive.delete(process);
      kill();
    };
    return process;
  }

  /** Kills whatever still lives: the next test may get the same store. */
  end(): void {
    for (const process of this.#alive) process.kill();
  }

  /** For a test of many worlds: gives its store to the next one. */
  async close(): Promise<void> {
    this.end();
    await this.store.close();
  }

  /** kill -9, then a new process that goes on as `resume` does. */
  async crash(): Promise<void> {
    this.process.kill();
    this.process = this.start();
    await this.process.resume();
  }

  /** Moves the database's clock. */
  async advance(ms: number): Promise<void> {
    await this.store.db
      .updateTable("instance")
      .set({ value: sql<string>`cast(cast(value as bigint) + ${sql.lit(ms)} as text)` })
      .where("key", "=", "clock")
      .execute();
  }

  tell(text: string, steps: Said[] | ((step: number) => Said)): void {
    this.model.tell(text, steps);
  }

  post(
    chatId: string,
    text: string,
    {
      id = randomUUID(),
      resources,
      cancelsCards = true,
      ...more
    }: { id?: string; replaces?: string; resources?: AttachedResource[]; cancelsCards?: boolean } = {},
  ) {
    const turn = { personId: this.person.id, chatId, message: { id, text, resources }, cancelsCards, ...more };
    return startTurn(this.process.agent, turn);
  }

  /** Starts a chat in which the model's first step is `said`, and waits until the run parks or ends. */
  async begin(said: Said | Said[]): Promise<string> {
    const chatId = randomUUID();
    this.tell(chatId, [said].flat());
    await this.post(chatId, chatId);
    await this.idle(chatId);
    return chatId;
  }

  /** A person's answer, as the route handles it. Targets the only open approval of a chat, or one by its id. */
  async answer(target: string, action: Answer["action"], { person = this.person, ...more }: Reply = {}) {
    const [open] = await this.open(target);
    const approvalId = open?.id ?? target;
    return this.decide({ person, target: { approvalId }, action, via: "chat", ...more });
  }

  async decide(answer: Answer): Promise<DecideOutcome> {
    const { gate, continued } = this.process;
    const outcome = await decide(gate, { proof: justProved, ...answer });
    await continued();
    return outcome;
  }

  /** Answers, then waits until the run parks or ends again. */
  async settle(chatId: string, action: Answer["action"], more: Reply = {}): Promise<DecideOutcome> {
    const outcome = await this.answer(chatId, action, more);
    await this.idle(chatId);
    return outcome;
  }

  /** Open approvals of a chat, in the order of their calls. */
  open(chatId: string): Promise<ApprovalRow[]> {
    return this.approvals(chatId).then((rows) => rows.filter(({ status }) => status === "pending"));
  }

  approvals(chatId: string): Promise<ApprovalRow[]> {
    return this.store.db
      .selectFrom("approvals")
      .innerJoin("tool_calls", "tool_calls.id", "approvals.call_id")
      .selectAll("approvals")
      .where("approvals.chat_id", "=", chatId)
      .orderBy("step")
      .orderBy("position")
      .orderBy(sql`approvals.rowid`)
      .execute();
  }

  calls(chatId: string): Promise<ToolCallRow[]> {
    return this.store.db
      .selectFrom("tool_calls")
      .innerJoin("runs", "runs.id", "tool_calls.run_id")
      .selectAll("tool_calls")
      .where("tool_calls.chat_id", "=", chatId)
      .orderBy(sql`runs.rowid`)
      .orderBy("step")
      .orderBy("position")
      .execute();
  }

  /** Oldest first. */
  runs(chatId: string): Promise<RunRow[]> {
    return this.store.db
      .selectFrom("runs")
      .selectAll()
      .where("chat_id", "=", chatId)
      .orderBy(sql`runs.rowid`)
      .execute();
  }

  async audit(chatId: string): Promise<AuditEntry[]> {
    const rows = await this.store.db
      .selectFrom("audit")
      .selectAll()
      .where("chat_id", "=", chatId)
      .orderBy("seq")
      .execute();
    return rows.map(({ kind, call_id, approval_id, detail_json }) => ({
      ...(JSON.parse(detail_json) as object),
      kind,
      call: call_id,
      approval: approval_id,
    }));
  }

  async detail(chatId: string): Promise<ChatDetail> {
    const detail = await this.process.chats.detail(this.person.id, chatId);
    if (!detail) throw new Error(`There is no chat ${chatId}.`);
    return detail;
  }

  /** The latest answer as a person reads it. */
  async message(chatId: string): Promise<ChatMessage> {
    const last = (await this.detail(chatId)).messages.at(-1);
    if (!last) throw new Error(`Chat ${chatId} is empty.`);
    return last;
  }

  /** What the model was told in its latest request, as JSON. */
  lastPrompt(): string {
    return JSON.stringify(this.model.requests.at(-1)?.prompt);
  }

  /** Waits until nothing of the chat goes on in this process: it waits for people, or it has ended. */
  async idle(chatId: string): Promise<void> {
    await until(async () => {
      const last = (await this.runs(chatId)).at(-1);
      if (!last || last.status === "running") return false;
      return last.status === "parked" || !this.process.agent.hot.has(last.id);
    }, `chat ${chatId} to be idle`);
  }

  /** What went wrong inside, if anything did. */
  get errors(): Logged[] {
    return this.log.filter(({ level }) => level === "error");
  }
}

export async function gateWorld(options: WorldOptions = {}): Promise<GateWorld> {
  const now = sql<number>`(select cast(value as bigint) from instance where key = 'clock')`;
  const store = await openTestDatabase({ now });
  await store.db
    .insertInto("instance")
    .values({ key: "clock", value: String(begin) })
    .execute();
  for (const [id, name] of [
    ["p1", "Kim"],
    ["p2", "Eve"],
  ] as const) {
    await store.db.insertInto("people").values({ id, name, created_at: begin }).execute();
  }
  const world = new GateWorld(store, options);
  onTestFinished(() => world.end());
  return world;
}

/** The stream of an accepted turn. */
export function streamOf(outcome: TurnOutcome) {
  if (!("stream" in outcome)) throw new Error(`The turn has no stream: ${JSON.stringify(outcome)}`);
  return outcome.stream;
}
