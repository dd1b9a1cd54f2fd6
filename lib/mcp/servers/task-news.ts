import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import type { Mask } from "#lib/audit/mask.ts";
import type { Connection } from "#lib/mcp/connection/connection.ts";
import { keepListening } from "#lib/mcp/connection/keep-listening.ts";
import { readTask, type ReadTask } from "#lib/mcp/transport/read-task.ts";
import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";

type Heard = (said: JsonObject) => void;

/** Who follows which task, by the connection on which its server says how it is. */
const followers = new WeakMap<Client, Map<unknown, Heard>>();
/** It came as JSON. */
const aboutTask = { params: z.custom<JsonObject>(isJsonObject) };

/** What a server says of one task without being asked (`notifications/tasks`), as long as somebody follows it. */
export class TaskNews {
  readonly #id: string;
  readonly #over: AbortSignal;
  #listening: { client: Client; end: AbortController } | null = null;
  #latest: { said: JsonObject; mask: Mask } | null = null;
  #came = Promise.withResolvers<void>();
  /** The server speaks of itself, so it need not be asked often. */
  isHeard = false;

  constructor(id: string, over: AbortSignal) {
    this.#id = id;
    this.#over = over;
  }

  /** Has the server say on this connection how the task is. */
  listen({ client, mask, closing }: Connection): void {
    if (this.#listening?.client === client) return;
    this.close();
    const end = new AbortController();
    this.#listening = { client, end };
    followersOn(client).set(this.#id, (said) => {
      if (readTask(said) === null) return;
      this.isHeard = true;
      this.#latest = { said, mask: mask() };
      this.#came.resolve();
    });
    const silent = () => (this.isHeard = false);
    // The SDK sends what it does not know as it is.
    const to = { taskIds: [this.#id] } as Parameters<Client["listen"]>[0];
    const signal = AbortSignal.any([closing, this.#over, end.signal]);
    void keepListening(client, to, { opened: () => {}, failed: silent }, signal);
  }

  /** Waits until the server says how the task is, but not less than `leastMs` nor more than `mostMs`; null: it said nothing. */
  async next(leastMs: number, mostMs: number): Promise<ReadTask | null> {
    const rest = new AbortController();
    const signal = AbortSignal.any([this.#over, rest.signal]);
    const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
    await pause(leastMs);
    await Promise.race([this.#came.promise, pause(mostMs - leastMs)]);
    rest.abort();
    const latest = this.#latest;
    this.#latest = null;
    this.#came = Promise.withResolvers();
    if (latest === null) return null;
    const read = readTask(await latest.mask.inTurns(latest.said, nextTurn));
    // Without its result it only says that there is something to ask for.
    return read?.status === "completed" && read.result === null ? null : read;
  }

  close(): void {
    if (this.#listening === null) return;
    this.#listening.end.abort();
    followers.get(this.#listening.client)?.delete(this.#id);
    this.#listening = null;
    this.isHeard = false;
  }
}

function followersOn(client: Client): Map<unknown, Heard> {
  const known = followers.get(client);
  if (known !== undefined) return known;
  const those = new Map<unknown, Heard>();
  followers.set(client, those);
  client.setNotificationHandler("notifications/tasks", aboutTask, (said) => those.get(said["taskId"])?.(said));
  return those;
}
