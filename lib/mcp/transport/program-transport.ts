import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import {
  deserializeMessage,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import spawn from "cross-spawn";
import { Flooded, type FloodGuard } from "./flood-guard.ts";
import { currentCall } from "./in-flight-call.ts";
import { isAnswered } from "./is-answered.ts";
import { LineReader, type Unread } from "./line-reader.ts";

export type Program = {
  command: string;
  args: string[];
  /** The whole environment of the process. */
  env: Record<string, string>;
  cwd: string;
};

type Options = {
  maxMessageBytes: number;
  guard: FloodGuard;
  /** Called with the process's stderr when it starts. */
  onStderr: (stream: Readable) => void;
};

/** How long a program may take to exit by itself, and then again after a signal. */
const graceMs = 1_500;
/** How long the output of an ended program may still be read; a child of its own may hold the pipe open. */
const drainMs = 500;

/**
 * MCP over the pipes of a child process. Unlike the SDK's transport it skips a message that is too large, and says
 * so to whoever waits for it (THREATS E12: caps on results), ends the program's own children with it, passes on only chosen variables (E11:
 * environment of programs), and notices the program's end even when a grandchild holds its output open.
 */
export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #program: Program;
  readonly #options: Options;
  #child: ChildProcess | null = null;
  /** What the program left behind is ended. */
  #isCleared: Promise<void> = Promise.resolve();
  #hasEnded = false;

  constructor(program: Program, options: Options) {
    this.#program = program;
    this.#options = options;
  }

  // By `pid` and `stderr` the SDK tells a program from a web server, to which other timeouts apply.
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }
  get stderr(): Readable | null {
    return this.#child?.stderr ?? null;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#program;
    const child = spawn(command, args, {
      cwd,
      // Next declares NODE_ENV as always set; a chosen environment may lack it.
      env: env as NodeJS.ProcessEnv,
      shell: false,
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
      // The leader of its own process group, so that its children can be ended with it.
      detached: !isWindows,
    });
    this.#child = child;
    const { stdin, stdout, stderr } = child;
    if (stdin === null || stdout === null || stderr === null) throw new Error("A program was started without pipes.");
    void this.#follow(child, stdout);
    for (const stream of [stdin, stdout, stderr]) stream.on("error", (error) => this.onerror?.(error));
    this.#options.onStderr(stderr);
    child.once("close", () => this.#end());
    child.once("exit", () => {
      this.#isCleared = endGroup(child.pid);
      void delay(drainMs, undefined, { ref: false }).then(() => this.#end());
    });
    child.on("error", (error) => this.onerror?.(error));
    await once(child, "spawn");
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === null || stdin === undefined || !stdin.writable)
      throw new SdkError(SdkErrorCode.NotConnected, "Not connected");
    const { guard, maxMessageBytes } = this.#options;
    const write = () => {
      guard.backedUp(stdin.writableLength, maxMessageBytes);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      stdin.write(serializeMessage(message), (error) => (error == null ? resolve() : reject(error)));
      return promise;
    };
    if (!isAnswered(message)) return guard.answer(write);
    const call = currentCall.getStore();
    if (call !== undefined && "id" in message && message.id !== undefined) call.requestId = message.id;
    guard.expectAnswer();
    return write();
  }

  /** Resolves when the program has exited, by itself or by force. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null || child.pid === undefined) return this.#end();
    const exited = child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, "exit");
    child.stdin?.end();
    const isGone = () => Promise.race([exited.then(() => true), delay(graceMs, false, { ref: false })]);
    if (!(await isGone())) signalGroup(child.pid, "SIGTERM");
    if (!(await isGone())) signalGroup(child.pid, "SIGKILL");
    await exited;
    await this.#isCleared;
    this.#end();
  }

  /** Reads only as fast as other work allows; a program that writes faster waits at its pipe. */
  async #follow(child: ChildProcess, stdout: Readable): Promise<void> {
    const { guard, maxMessageBytes } = this.#options;
    const lines = new LineReader(maxMessageBytes);
    guard.over.addEventListener("abort", () => this.#refuse(child, guard.over.reason as Flooded), { once: true });
    try {
      for await (const chunk of stdout as AsyncIterable<Buffer>) {
        await guard.chunk(chunk.length, lines.takeValues());
        for (const line of lines.read(chunk)) {
          if (guard.message()) await guard.turn();
          if (typeof line === "string") this.#receive(line);
          else this.#readOver(line);
        }
        if (lines.problem !== null) return this.#refuse(child, new TooLarge(`a line is ${lines.problem}`));
      }
    } catch {
      // Listeners report dropped connections and errors of the pipe.
    }
  }

  #receive(line: string): void {
    if (line === "" || this.#hasEnded) return;
    try {
      this.onmessage?.(deserializeMessage(line));
    } catch (error) {
      if (error instanceof Flooded) throw error;
      this.onerror?.(
        // Whole: whoever shows it knows the secrets that are masked before it is cut.
        new Error(`A line of the program's output is no message: ${line}`, { cause: error }),
      );
    }
  }

  /** Delivers an error in place of an answer that was not read, so that only its own request fails. */
  #readOver({ problem, was }: Unread): void {
    if (this.#hasEnded) return;
    if (was === null) return this.onerror?.(new TooLarge(`a line is ${problem}`));
    const { id, isAnswer } = was;
    const error = { code: notReadCode, message: `The message was ${problem}, so it was not read.` };
    if (isAnswer && id !== null) return this.onmessage?.({ jsonrpc: "2.0", id, error });
    this.onerror?.(new Error(`A message of the program was not read, because it is ${problem}.`));
    if (id !== null) this.send({ jsonrpc: "2.0", id, error }).catch((failure: Error) => this.onerror?.(failure));
  }

  #refuse(child: ChildProcess, why: TooLarge | Flooded): void {
    child.stdout?.destroy();
    child.stdin?.destroy();
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    this.onerror?.(why);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { stdin, stdout, stderr } = this.#child ?? {};
    stdin?.destroy();
    stdout?.destroy();
    // What it said at last, and why it ended, may be unread.
    if (stderr) setTimeout(() => stderr.destroy(), drainMs).unref();
    this.onclose?.();
  }
}

/** Our own error code, which no server sends: its answer was not read. */
export const notReadCode = -32_099;

/** Nobody knows whether what a program wrote was an answer, because it was too large to read. */
export class TooLarge extends Error {}

const isWindows = process.platform === "win32";

/** False where none of the group is there any more, as wanted. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(isWindows ? pid : -pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}

/** A program that ended may leave children of its own, and is started again. */
async function endGroup(pid: number | undefined): Promise<void> {
  if (isWindows || pid === undefined || !signalGroup(pid, "SIGTERM")) return;
  await delay(drainMs);
  signalGroup(pid, "SIGKILL");
}
