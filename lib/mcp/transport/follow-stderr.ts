import type { Readable } from "node:stream";
import type { Mask } from "#lib/audit/mask.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import { Allowance } from "./allowance.ts";
import { keptAtEachEnd, KeptLines } from "./kept-lines.ts";
import { quieted } from "./quieted.ts";
import { signInLink } from "./sign-in-link.ts";

const maxLineLength = 1_000;
/** Longer than what is kept of a line, so that a secret at its end is matched whole. */
const maxPendingLength = 10_000;
/** Further lines of one chunk are neither logged nor candidates for the last words. */
const maxLinesPerChunk = 200;
/** Reading speed; a program that writes faster waits at its pipe. */
const readable = { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024 };
const telling = /error|exception|fatal|cannot|failed|not found|denied/i;

export type Stderr = {
  /** The line among the last ones that most likely tells why the process ended. */
  lastWords: () => string | null;
  /** The first lines and the last ones. */
  said: () => string[];
};
type Options = { log: Log; serverId: string; mask: Mask; asksToSignIn?: (link: string) => void };

/**
 * Logs what a server's process writes to stderr, at most 200 lines a minute, and keeps the first and the last lines.
 * Secrets are masked, because models read problems too.
 */
export function followStderr(stream: Readable, { log, serverId, mask, asksToSignIn }: Options): Stderr {
  const kept = new KeptLines();
  const allowance = new Allowance(readable);
  const heard = quieted(log, () => log.warn("tool-server.stderr-muted", { server: serverId }));
  const record = (text: string) => {
    const link = signInLink(text.trim());
    // One that repeats a secret is not shown.
    if (link !== null && mask.text(link) === link) asksToSignIn?.(link);
    const line = mask.text(text.trimEnd()).slice(0, maxLineLength);
    if (line === "") return;
    kept.add(line);
    heard.info("tool-server.stderr", { server: serverId, line });
  };
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const pieces = `${rest}${chunk}`.split("\n");
    // A line without an end must not fill the memory.
    rest = (pieces.pop() ?? "").slice(0, maxPendingLength);
    const first = kept.takesFirst ? pieces.splice(0, keptAtEachEnd) : [];
    const most = [...first, ...pieces.slice(-maxLinesPerChunk)];
    kept.skip(first.length + pieces.length - most.length);
    most.forEach(record);
    const waitMs = allowance.take(chunk.length);
    if (waitMs === 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), waitMs).unref();
  });
  stream.on("end", () => record(rest));
  return {
    lastWords: () => kept.recent.findLast((line) => telling.test(line)) ?? kept.recent.at(-1) ?? null,
    said: () => kept.all(),
  };
}
