import { request } from "node:http";
import { patienceMs } from "./check-requests.ts";
import type { Asked, HistoryEvent } from "./history.ts";
import type { Crew } from "./crew.ts";
import { queuedFromNow } from "./queued-for-cpu.ts";
import type { WorkerProcess } from "./worker-process.ts";

type Reply = { status: number | null; body: unknown };

/**
 * A person's browser: sends requests to whichever process it is told to, and writes into the history what it was told
 * and how long that took.
 */
export function browser(token: string, crew: Crew, write: (event: HistoryEvent) => void) {
  /** `asked` may depend on the answer, because it says what was told. */
  return async function ask(
    worker: WorkerProcess,
    method: "GET" | "POST",
    path: string,
    { body, asked }: { body?: object; asked: (reply: Reply) => Asked },
  ): Promise<Reply> {
    const before = worker.disturbances;
    const wasUp = worker.isUp;
    const at = Date.now();
    const queued = queuedFromNow([process.pid, ...crew.pids]);
    const since = performance.now();
    const reply = await send(worker.port, method, path, { token, ...(body === undefined ? {} : { body }) });
    const ms = performance.now() - since;
    const queuedMs = queued();
    const disturbed = !wasUp || worker.disturbances !== before;
    write({
      kind: "request",
      at,
      ms,
      queuedMs,
      worker: worker.name,
      status: reply.status,
      disturbed,
      asked: asked(reply),
    });
    return reply;
  };
}

export type Ask = ReturnType<typeof browser>;

/** An answer in a stream counts when its head is there; nobody watches the rest. */
function send(
  port: number,
  method: string,
  path: string,
  { token, body }: { token: string; body?: object },
): Promise<Reply> {
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const origin = `http://127.0.0.1:${port}`;
  return new Promise((resolve) => {
    const nothing = () => resolve({ status: null, body: null });
    const sending = request(origin + path, {
      method,
      agent: false,
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        origin,
        cookie: `countersign-${port}=${token}`,
        ...(bytes ? { "content-type": "application/json", "content-length": bytes.length } : {}),
      },
    });
    sending.on("error", nothing);
    sending.on("response", (response) => {
      const status = response.statusCode ?? 0;
      response.on("error", nothing);
      if (String(response.headers["content-type"]).startsWith("text/event-stream")) {
        resolve({ status, body: null });
        return void response.destroy();
      }
      const read: Buffer[] = [];
      response.on("data", (data: Buffer) => read.push(data));
      response.on("end", () => resolve({ status, body: parsed(Buffer.concat(read).toString()) }));
    });
    sending.end(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An answer without a body, or a page of some proxy; its status says enough.
    return null;
  }
}
