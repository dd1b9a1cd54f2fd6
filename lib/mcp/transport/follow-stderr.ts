import type { Readable } from "node:stream";
import type { Mask } from "#lib/audit/mask.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import { Allowance } from "./allowance.ts";
import { quieted } from "./quieted.ts";

const maxLineLength = 1_000;
/** More than is kept of a line, so that a secret at its end is seen whole. */
const maxPendingLength = 10_000;
/** More of one chunk is neither written to the log nor the last words. */
const maxLinesPerChunk = 200;
/** A program that says more waits at its pipe. */
const readable = { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024 };
const telling = /error|exception|fatal|cannot|failed|not found|denied/i;

type Options = { log: Log; serverId: string; mask: Mask };

/**
 * Writes what a server's process says on stderr to the log, at most 200 lines a minute. `lastWords` is the line among
 * the last twenty that most likely tells why the process ended. Its secrets are masked: models hear of problems too.
 */
export function followStderr(stream: Readable, { log, serverId, mask }: Options): { lastWords: () => string | null } {
  const recent: string[] = [];
  const allowance = new Allowance(readable);
  const heard = quieted(log, () => log.warn("tool-server.stderr-muted", { server: serverId }));
  const record = (text: string) => {
    const line = mask.text(text.trimEnd()).slice(0, maxLineLength);
    if (line === "") return;
    recent.push(line);
    if (recent.length > 20) recent.shift();
    heard.info("tool-server.stderr", { server: serverId, line });
  };
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const pieces = `${rest}${chunk}`.split("\n");
    // A line without an end must not fill the memory.
    rest = (pieces.pop() ?? "").slice(0, maxPendingLength);
    pieces.slice(-maxLinesPerChunk).forEach(record);
    const waitMs = allowance.take(chunk.length);
    if (waitMs === 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), waitMs).unref();
  });
  stream.on("end", () => record(rest));
  return { lastWords: () => recent.findLast((line) => telling.test(line)) ?? recent.at(-1) ?? null };
}
