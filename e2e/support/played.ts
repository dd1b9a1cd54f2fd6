import { startRun, withoutMessage } from "#lib/agent/runs/start-run.ts";
import { isSettled } from "#lib/approvals/states.ts";
import type { DecideOutcome } from "#lib/gate/answer/answer.ts";
import { decide } from "#lib/gate/answer/decide.ts";
import { extend } from "#lib/gate/answer/expire.ts";
import type { Tool, ToolOutcome } from "#lib/gate/contract/tool.ts";
import { StaleWrite } from "#lib/store/engine/database.ts";
import type { RunRow, ToolCallRow } from "#lib/store/schema/schema.ts";
import type { AppProcess } from "./app-process.ts";
import { AskingAgent, type Allowed } from "./asking-agent.ts";
import { fakeTool, said, type FakeTool } from "./fake-tool.ts";
import { gateWorld, justProved, until, type GateWorld } from "./gate-world.ts";
import type { AnswerPlan, Happening, Plan, ToolPlan, Where } from "./interleaving.ts";
import { proposeAt, throughDoor } from "./door.ts";
import { Crashed } from "./mortal-database.ts";
import { proposedRun, type ProposedRun } from "./proposed-run.ts";

const wrongDigest = `v1:${"0".repeat(64)}`;
const inputSchema = { type: "object", properties: { call: { type: "integer" }, edited: { type: "boolean" } } };

/**
 * Where calls come from: a chat, a client whose runs the agent takes on, a door that has nothing but the gate, an agent that
 * asks about its own tools.
 */
export type Door = "chat" | "client" | "bare" | "asks";

/** One answer and what the person was told; null when the process died over it. */
export type Told = { callId: string; answer: AnswerPlan; outcome: DecideOutcome | null };

/** A call that ran, or that its agent was told to run; an agent is told no digest. */
export type Effect = Allowed & { digest?: string };

/** Everything that a checker may look at: the answers, the effects, and what the store says at the end. */
export type Played = {
  chatIds: string[];
  told: Told[];
  ran: Effect[];
  asking: AskingAgent | null;
  world: GateWorld;
};

/** A store on which many plans are played one after the other. */
export class Stage {
  readonly #world: GateWorld;
  readonly #tools: { gated: FakeTool; free: FakeTool };
  readonly #doors: readonly Door[];
  #plans: ToolPlan[] = [];
  #releases: PromiseWithResolvers<void>[] = [];

  private constructor(world: GateWorld, tools: { gated: FakeTool; free: FakeTool }, doors: readonly Door[]) {
    this.#world = world;
    this.#doors = doors;
    this.#tools = tools;
  }

  static async build(doors: readonly Door[]): Promise<Stage> {
    const holder: { stage: Stage | null } = { stage: null };
    const act = (input: Parameters<Stage["behave"]>[0]) => (holder.stage ? holder.stage.behave(input) : said("ok"));
    const tools = {
      gated: fakeTool("gated", { flag: "always", inputSchema, act }),
      free: fakeTool("free", { flag: "never", inputSchema, act }),
    };
    // One round only: the model is not asked again when the calls are settled.
    const limits = { softRounds: 1, hardRounds: 1, abandonAfterMs: 1, stopWithinMs: 1 };
    const inForce = (tool: Tool): Tool => ({ ...tool, flag: tool.name === "free" ? "never" : "always" });
    const world = await gateWorld({ tools: Object.values(tools), inForce, limits });
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
    const wanted = plan.tools.map((tool, call) => ({ ...tool, name: names[call] ?? "", input: { call } }));
    const asWanted = wanted.map(({ name, input }) => ({ wireName: name, input }));
    const { gate } = this.#world.process;
    const has = (door: Door) => this.#doors.includes(door);
    const cast = {
      run: has("chat") ? await proposedRun(this.#world, names) : null,
      client: has("client") ? await proposeAt(gate, this.#world.person.id, asWanted) : null,
      bare: has("bare") ? await proposeAt(gate, this.#world.person.id, asWanted) : null,
      asking: has("asks") ? await AskingAgent.arrive(this.#world) : null,
    };
    const scene = new Scene(this.#world, cast, this.#releases);
    await scene.begin(wanted);
    for (const { together, thenTurns } of plan.groups) {
      await scene.bootDead();
      await scene.happen(together);
      for (let turn = 0; turn < thenTurns; turn += 1) await null;
    }
    await scene.end(plan.end);
    const ran: Effect[] = [...this.#tools.gated.ran, ...this.#tools.free.ran];
    const { asking } = cast;
    if (asking) ran.push(...asking.allowed);
    return { chatIds: scene.chatIds, told: scene.told, ran, asking, world: this.#world };
  }
}

/** What is at each door: a run of a chat, one of a client, one of a bare door, and an agent, each of whose asks is a run. */
type Cast = { run: ProposedRun | null; client: RunRow | null; bare: RunRow | null; asking: AskingAgent | null };

/** The runs at the doors, two processes, and what happens to them. */
class Scene {
  readonly told: Told[] = [];
  readonly #world: GateWorld;
  readonly #cast: Cast;
  readonly #releases: PromiseWithResolvers<void>[];
  readonly #processes: [AppProcess, AppProcess | null];
  /** One of each door in turn. */
  #calls: ToolCallRow[] = [];
  /** The bare door: it ends with its process. */
  readonly #left = new AbortController();
  #atDoor: Promise<void> | null = null;

  constructor(world: GateWorld, cast: Cast, releases: PromiseWithResolvers<void>[]) {
    this.#world = world;
    this.#cast = cast;
    this.#releases = releases;
    this.#processes = [world.process, null];
  }

  /** Brings the runs to life and waits until every call was judged. */
  async begin(wanted: Parameters<AskingAgent["askAbout"]>[1]): Promise<void> {
    const [process] = this.#processes;
    const { run, client, bare, asking } = this.#cast;
    if (bare) this.#atDoor = this.#enter(process, bare);
    if (run) {
      const { row, history, message } = run;
      const asked = { instructions: "", history, earlier: 0 };
      startRun(process.agent, { row, origin: "chat", off: new Set(), asked, message });
    }
    if (client)
      startRun(process.agent, { row: client, origin: "gateway", off: new Set(), asked: null, message: withoutMessage });
    const session = await asking?.askAbout(process, wanted);
    const chatIds = [run?.row.chat_id, client?.chat_id, bare?.chat_id, session].filter((id) => id !== undefined);
    const calls = await Promise.all(chatIds.map((chatId) => this.#world.calls(chatId)));
    this.#calls = wanted.flatMap((_, call) => calls.flatMap((ofDoor) => ofDoor[call] ?? []));
    const judged = async () => {
      const proposed = this.#world.store.db.selectFrom("tool_calls").select("id").where("state", "=", "proposed");
      return (await proposed.where("run_id", "in", this.#runIds).executeTakeFirst()) === undefined;
    };
    await until(judged, "every call to be judged");
  }

  /** What goes wrong at the bare door must be that it lost its run. */
  async #enter({ gate }: AppProcess, run: RunRow): Promise<void> {
    const asker = { put: () => {}, withdraw: () => {} };
    await throughDoor(gate, run, asker, this.#left.signal).catch((error: unknown) => {
      if (!this.#left.signal.aborted && !(error instanceof StaleWrite || error instanceof Crashed)) throw error;
    });
    this.#atDoor = null;
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
    await this.#cast.asking?.noteWithdrawn();
  }

  /** Brings everything to rest, so that what is stored is final. */
  async end(how: Plan["end"]): Promise<void> {
    const atDoor = this.#atDoor;
    for (const { resolve } of this.#releases) resolve();
    this.#processes[0].killAtStatement(Infinity);
    // Of two processes that took the run from each other none knows at once that it lost it.
    if (how === "crash" || this.#processes[1]) {
      for (const each of this.#processes) each?.kill();
      this.#left.abort(new Crashed("Its process is dead."));
    }
    if (this.#processes[0].isDead()) await this.#boot(0);
    const process = this.#processes[0];
    this.#world.process = process;
    const answer = { action: "accept", edit: "none", by: "person", digest: "none", note: false } as const;
    if (how === "accept-all") {
      const { asking } = this.#cast;
      for (const callId of asking?.callIds ?? []) asking?.come(process, callId);
      for (const call of this.#calls.keys()) await this.#decide(process, call, answer);
      // What was already due could not be accepted any more.
      await process.sweep();
      await until(async () => {
        if ((await this.#resting(process)) || this.#holdsForEver(process)) return true;
        // A commit of a dead process may have come after all: then its lease must lapse first.
        if (process.agent.hot.size === 0 && this.#atDoor === null) await this.#letLapse(process);
        return false;
      }, "the run to rest");
    }
    await this.#stop(process);
    this.#left.abort(new Error("The run was stopped."));
    await atDoor;
    await until(async () => {
      if (!(await this.#resting(process))) return false;
      // The holder died before the stop, or its last commit came between the look at the run and the claim of it. Then
      // nobody has the run when it is stopped, and a sweep settles its calls.
      if (await this.#isSettled()) return true;
      await this.#letLapse(process);
      return false;
    }, "the run to end");
    await this.#cast.asking?.collect(process);
    process.kill();
  }

  async #letLapse(process: AppProcess): Promise<void> {
    await this.#world.advance(this.#world.store.leaseMs);
    await process.sweep();
  }

  async #resting(process: AppProcess): Promise<boolean> {
    const { agent } = process;
    if (agent.hot.size > 0 || agent.continuing.size > 0) return false;
    const runs = await Promise.all(this.chatIds.map((chatId) => this.#world.runs(chatId)));
    return runs.flat().every(({ ended_at }) => ended_at !== null);
  }

  async #isSettled(): Promise<boolean> {
    const calls = await Promise.all(this.chatIds.map((chatId) => this.#world.calls(chatId)));
    return calls.flat().every(({ state }) => isSettled(state));
  }

  get chatIds(): string[] {
    return [...new Set(this.#calls.map(({ chat_id }) => chat_id))];
  }

  get #runIds(): string[] {
    return [...new Set(this.#calls.map(({ run_id }) => run_id))];
  }

  async #stop(process: AppProcess): Promise<void> {
    for (const chatId of this.chatIds) await process.chats.stop(this.#world.person.id, chatId);
  }

  /** A tool that never ends keeps its run until it is stopped. */
  #holdsForEver(process: AppProcess): boolean {
    const { agent } = process;
    return (agent.hot.size > 0 || this.#atDoor !== null) && agent.gate.parkingLot.size === 0;
  }

  async #boot(on: Where): Promise<AppProcess> {
    if (on === 0) this.#left.abort(new Crashed("Its process is dead."));
    const process = this.#world.start();
    this.#processes[on] = process;
    const other = this.#processes[on === 0 ? 1 : 0];
    await process.resume(other && !other.isDead() ? "others" : "alone");
    return process;
  }

  async #one(what: Happening): Promise<void> {
    const { asking } = this.#cast;
    if (what.kind === "release") return this.#releases[what.call % this.#releases.length]?.resolve();
    if (what.kind === "advance") return this.#world.advance(what.afterMs);
    if (what.kind === "revoke-key") return asking?.revokeKey();
    if (what.kind === "go") return asking?.go(this.#askedId(what.call));
    const process = this.#processes[what.on] ?? (this.#processes[what.on] = this.#world.start());
    switch (what.kind) {
      case "decide":
        return this.#decide(process, what.call, what.answer);
      case "come":
        return asking?.come(process, this.#askedId(what.call));
      case "report":
        return asking?.report(process, this.#askedId(what.call));
      case "extend": {
        const [approval] = await this.#approvalsOf(this.#callId(what.call));
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
        if (this.#cast.run) await this.#world.post(this.#cast.run.row.chat_id, "Never mind.");
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
    const [approval] = await this.#approvalsOf(this.#callId(call));
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

  #callId(call: number): string {
    return this.#calls[call % this.#calls.length]?.id ?? "";
  }

  /** As `#callId`, of those that the agent asked about. */
  #askedId(call: number): string {
    const { callIds } = this.#cast.asking ?? { callIds: [] };
    return callIds[call % callIds.length] ?? "";
  }

  #approvalsOf(callId: string) {
    return this.#world.store.db.selectFrom("approvals").selectAll().where("call_id", "=", callId).execute();
  }
}
