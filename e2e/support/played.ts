import { startRun, withoutMessage } from "#lib/agent/runs/start-run.ts";
import { isSettled } from "#lib/approvals/states.ts";
import type { DecideOutcome } from "#lib/gate/answer/answer.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { extend } from "#lib/gate/answer/expire.ts";
import type { ToolOutcome } from "#lib/gate/contract/tool.ts";
import type { RunRow } from "#lib/store/schema/schema.ts";
import type { AppProcess } from "./app-process.ts";
import { fakeTool, said, type FakeTool, type Ran } from "./fake-tool.ts";
import { gateWorld, justProved, until, type GateWorld } from "./gate-world.ts";
import type { AnswerPlan, Happening, Plan, ToolPlan, Where } from "./interleaving.ts";
import { proposeAt } from "./door.ts";
import { Crashed } from "./mortal-database.ts";
import { proposedRun, type ProposedRun } from "./proposed-run.ts";

const wrongDigest = `v1:${"0".repeat(64)}`;
const inputSchema = { type: "object", properties: { call: { type: "integer" }, edited: { type: "boolean" } } };

/** Where calls come from: a chat, or a chat and a client of another door at once. */
type Doors = "chat" | "chat and client";

/** One answer and what the person was told; null when the process died over it. */
export type Told = { callId: string; answer: AnswerPlan; outcome: DecideOutcome | null };

/** Everything that a checker may look at: the answers, the effects, and what the store says at the end. */
export type Played = { chatIds: string[]; told: Told[]; ran: Ran[]; world: GateWorld };

/** A store on which many plans are played one after the other. */
export class Stage {
  readonly #world: GateWorld;
  readonly #tools: { gated: FakeTool; free: FakeTool };
  readonly #doors: Doors;
  #plans: ToolPlan[] = [];
  #releases: PromiseWithResolvers<void>[] = [];

  private constructor(world: GateWorld, tools: { gated: FakeTool; free: FakeTool }, doors: Doors) {
    this.#world = world;
    this.#doors = doors;
    this.#tools = tools;
  }

  static async build(doors: Doors = "chat"): Promise<Stage> {
    const holder: { stage: Stage | null } = { stage: null };
    const act = (input: Parameters<Stage["behave"]>[0]) => (holder.stage ? holder.stage.behave(input) : said("ok"));
    const tools = {
      gated: fakeTool("gated", { flag: "always", inputSchema, act }),
      free: fakeTool("free", { flag: "never", inputSchema, act }),
    };
    // One round only: the model is not asked again when the calls are settled.
    const limits = { softRounds: 1, hardRounds: 1, abandonAfterMs: 1, stopWithinMs: 1 };
    const world = await gateWorld({ tools: Object.values(tools), limits });
    holder.stage = new Stage(world, tools, doors);
    return holder.stage;
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  async behave({ arguments: args, signal }: { arguments: object; signal: AbortSignal }): Promise<ToolOutcome> {
    const index = "call" in args ? Number(args.call) : 0;
    const { end, held } = this.#plans[index] ?? { end: "ok", held: "no" };
    if (held !== "no") {
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true });
      });
      const released = held === "until-released" ? this.#releases[index]?.promise : new Promise<never>(() => {});
      await Promise.race([released, stopped]);
    }
    if (end === "throws") throw new Error("boom");
    return said("done", end === "error");
  }

  async play(plan: Plan): Promise<Played> {
    this.#plans = plan.tools;
    this.#releases = plan.tools.map(() => Promise.withResolvers<void>());
    for (const tool of Object.values(this.#tools)) tool.ran.length = 0;
    this.#world.process = this.#world.start();
    const names = plan.tools.map(({ gated }) => (gated ? "gated" : "free"));
    const run = await proposedRun(this.#world, names);
    const wanted = names.map((name, call) => ({ name, input: { call } }));
    const { gate } = this.#world.process;
    const door = this.#doors === "chat" ? null : await proposeAt(gate, this.#world.person.id, wanted);
    const scene = new Scene(this.#world, run, door, this.#releases);
    await scene.begin();
    for (const { together, thenTurns } of plan.groups) {
      await scene.bootDead();
      await scene.happen(together);
      for (let turn = 0; turn < thenTurns; turn += 1) await null;
    }
    await scene.end(plan.end);
    const ran = [...this.#tools.gated.ran, ...this.#tools.free.ran];
    const chatIds = [run.row.chat_id, ...(door ? [door.chat_id] : [])];
    return { chatIds, told: scene.told, ran, world: this.#world };
  }
}

/** One run, or one at each of two doors, two processes, and what happens to them. */
class Scene {
  readonly told: Told[] = [];
  readonly #world: GateWorld;
  readonly #run: ProposedRun;
  /** The same calls at another door. */
  readonly #door: RunRow | null;
  readonly #releases: PromiseWithResolvers<void>[];
  readonly #processes: [AppProcess, AppProcess | null];

  constructor(world: GateWorld, run: ProposedRun, door: RunRow | null, releases: PromiseWithResolvers<void>[]) {
    this.#world = world;
    this.#run = run;
    this.#door = door;
    this.#releases = releases;
    this.#processes = [world.process, null];
  }

  /** Brings the run to life and waits until every call was judged. */
  async begin(): Promise<void> {
    const [process] = this.#processes;
    const { row, history, message } = this.#run;
    startRun(process.agent, { row, origin: "chat", asked: { instructions: "", history }, message });
    if (this.#door) {
      startRun(process.agent, { row: this.#door, origin: "gateway", asked: null, message: withoutMessage });
    }
    const judged = async () => {
      const proposed = this.#world.store.db.selectFrom("tool_calls").select("id").where("state", "=", "proposed");
      return (await proposed.where("run_id", "in", this.#runIds).executeTakeFirst()) === undefined;
    };
    await until(judged, "every call to be judged");
  }

  /** A process that died meanwhile is started again, as an operator would. */
  async bootDead(): Promise<void> {
    for (const on of [0, 1] as const) if (this.#processes[on]?.isDead()) await this.#boot(on);
  }

  async happen(together: Happening[]): Promise<void> {
    const results = await Promise.allSettled(together.map((each) => this.#one(each)));
    for (const result of results) {
      if (result.status === "rejected" && !(result.reason instanceof Crashed)) throw result.reason;
    }
  }

  /** Brings everything to rest, so that what is stored is final. */
  async end(how: Plan["end"]): Promise<void> {
    for (const { resolve } of this.#releases) resolve();
    this.#processes[0].killAtStatement(Infinity);
    // Of two processes that took the run from each other none knows at once that it lost it.
    if (how === "crash" || this.#processes[1]) for (const each of this.#processes) each?.kill();
    if (this.#processes[0].isDead()) await this.#boot(0);
    const process = this.#processes[0];
    this.#world.process = process;
    const answer = { action: "accept", edit: "none", by: "person", digest: "none", note: false } as const;
    if (how === "accept-all") {
      for (const call of (await this.#callIds()).keys()) await this.#decide(process, call, answer);
      // What was already due could not be accepted any more.
      await process.sweep();
      await until(async () => {
        if ((await this.#resting(process)) || this.#holdsForEver(process)) return true;
        // A commit of a dead process may have come after all: then its lease must lapse first.
        if (process.agent.hot.size === 0) await this.#letLapse(process);
        return false;
      }, "the run to rest");
    }
    await this.#stop(process);
    await until(async () => {
      if (!(await this.#resting(process))) return false;
      // The holder died before the stop, or its last commit came between the look at the run and the claim of it. Then
      // nobody has the run when it is stopped, and a sweep settles its calls.
      if (await this.#isSettled()) return true;
      await this.#letLapse(process);
      return false;
    }, "the run to end");
    process.kill();
  }

  async #letLapse(process: AppProcess): Promise<void> {
    await this.#world.advance(this.#world.store.leaseMs);
    await process.sweep();
  }

  async #resting(process: AppProcess): Promise<boolean> {
    const { agent } = process;
    if (agent.hot.size > 0 || agent.continuing.size > 0) return false;
    const runs = await Promise.all(this.#chatIds.map((chatId) => this.#world.runs(chatId)));
    return runs.flat().every(({ ended_at }) => ended_at !== null);
  }

  async #isSettled(): Promise<boolean> {
    const calls = await Promise.all(this.#chatIds.map((chatId) => this.#world.calls(chatId)));
    return calls.flat().every(({ state }) => isSettled(state));
  }

  get #chatIds(): string[] {
    return [this.#run.row, this.#door].flatMap((row) => (row ? [row.chat_id] : []));
  }

  get #runIds(): string[] {
    return [this.#run.row, this.#door].flatMap((row) => (row ? [row.id] : []));
  }

  async #stop(process: AppProcess): Promise<void> {
    for (const chatId of this.#chatIds) await process.chats.stop(this.#world.person.id, chatId);
  }

  /** A tool that never ends keeps its run until it is stopped. */
  #holdsForEver(process: AppProcess): boolean {
    const { agent } = process;
    return agent.hot.size > 0 && agent.gate.parkingLot.size === 0;
  }

  async #boot(on: Where): Promise<AppProcess> {
    const process = this.#world.start();
    this.#processes[on] = process;
    const other = this.#processes[on === 0 ? 1 : 0];
    await process.resume(other && !other.isDead() ? "others" : "alone");
    return process;
  }

  async #one(what: Happening): Promise<void> {
    if (what.kind === "release") return this.#releases[what.call]?.resolve();
    if (what.kind === "advance") return this.#world.advance(what.afterMs);
    const process = this.#processes[what.on] ?? (this.#processes[what.on] = this.#world.start());
    switch (what.kind) {
      case "decide":
        return this.#decide(process, what.call, what.answer);
      case "extend": {
        const [approval] = await this.#approvalsOf(what.call);
        if (approval) await extend(process.gate, { id: approval.id, personId: this.#world.person.id });
        return;
      }
      case "sweep":
        await this.#world.advance(what.afterMs);
        return process.sweep();
      case "stop":
        return this.#stop(process);
      case "message": {
        this.#world.process = process;
        await this.#world.post(this.#run.row.chat_id, "Never mind.");
        return;
      }
      case "crash":
        process.kill();
        await this.#boot(what.on);
        return;
      case "terminate":
        await process.leave();
        process.kill();
        await this.#boot(what.on);
        return;
      case "cool":
        for (const runId of this.#runIds) await process.cool(runId);
        return;
      case "renew":
        return process.renew();
      case "die-at":
        process.killAtStatement(what.statement);
        return;
      case "continue":
        for (const runId of this.#runIds) await process.continueRun(runId);
        return;
    }
  }

  async #decide(process: AppProcess, call: number, answer: AnswerPlan): Promise<void> {
    const [approval] = await this.#approvalsOf(call);
    if (!approval) return;
    const told: Told = { callId: approval.call_id, answer, outcome: null };
    this.told.push(told);
    const { person, stranger } = this.#world;
    const edits = { none: undefined, fits: { call, edited: true }, unfit: { call: "none" } };
    const digests = { none: undefined, right: approval.digest, wrong: wrongDigest };
    told.outcome = await decide(process.gate, {
      person: answer.by === "person" ? person : stranger,
      target: { approvalId: approval.id },
      action: answer.action,
      via: "chat",
      proof: justProved,
      arguments: edits[answer.edit],
      digest: digests[answer.digest],
      note: answer.note ? "a note" : undefined,
    });
    await process.continued();
  }

  /** One of each door in turn. */
  async #callIds(): Promise<string[]> {
    const { callIds } = this.#run;
    if (!this.#door) return callIds;
    const others = await this.#world.calls(this.#door.chat_id);
    return callIds.flatMap((id, call) => [id, others[call]?.id ?? id]);
  }

  async #approvalsOf(call: number) {
    const callIds = await this.#callIds();
    const id = callIds[call % callIds.length] ?? "";
    return this.#world.store.db.selectFrom("approvals").selectAll().where("call_id", "=", id).execute();
  }
}
