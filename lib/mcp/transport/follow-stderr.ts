import type { Readable } from "node:stream";
import type { Mask } from "#lib/audit/mask.ts";
import type { Log } from "#lib/gate/contract/gate.ts";
import { linkTarget } from "#lib/elicitation/link-target.ts";
import { Allowance } from "./allowance.ts";
import { KeptLines } from "./kept-lines.ts";
import { quieted } from "./quieted.ts";

const maxLineLength = 8_000;
const maxLoggedLength = 1_000;
/** Longer than what is kept of a line, so that a secret at its end is matched whole. */
const maxPendingLength = 20_000;
/** Only so many of the first and of the last lines of one chunk are logged, and may ask for a sign-in. */
const loggedOfChunk = { first: 20, last: 200 };
/** Reading speed; a program that writes faster waits at its pipe. */
const readable = { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024 };
const maxLinkLength = 8_000;
const telling = /error|exception|fatal|cannot|failed|not found|denied/i;

export type Stderr = {
  /** The line among the last ones that most likely tells why the process ended. */
  lastWords: () => string | null;
  said: KeptLines;
};
type Options = { log: Log; serverId: string; mask: Mask; asksToSignIn?: (link: string) => void };

/**
 * Logs what a server's process writes to stderr, at most 200 lines a minute, and keeps as much of it as there is room for.
 * Secrets are masked, because models read problems too.
 */
export function followStderr(stream: Readable, { log, serverId, mask, asksToSignIn }: Options): Stderr {
  const kept = new KeptLines();
  const allowance = new Allowance(readable);
  const heard = quieted(log, () => log.warn("tool-server.stderr-muted", { server: serverId }));
  const record = (text: string) => {
    const link = signInLink(text.trim());
    // A link that contains a secret is not shown.
    if (link !== null && mask.text(link) === link) asksToSignIn?.(link);
    const line = mask.text(text.trimEnd()).slice(0, maxLoggedLength);
    if (line !== "") heard.info("tool-server.stderr", { server: serverId, line });
  };
  const take = (lines: string[]) => {
    const { first, last } = loggedOfChunk;
    lines.filter((_, at) => at < first || at >= lines.length - last).forEach(record);
    // At once: programs may write very many short lines.
    for (const written of mask.text(lines.join("\n")).split("\n")) {
      const line = written.trimEnd();
      if (line !== "")
        kept.add(line.length > maxLineLength ? `${line.slice(0, maxLineLength)}… (the line goes on)` : line);
    }
  };
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    // A line without an end must not fill the memory.
    rest = (lines.pop() ?? "").slice(0, maxPendingLength);
    take(lines);
    const waitMs = allowance.take(chunk.length);
    if (waitMs === 0) return;
    stream.pause();
    setTimeout(() => stream.resume(), waitMs).unref();
  });
  stream.on("end", () => take([rest]));
  return {
    lastWords: () => {
      const words = kept.recent.findLast((line) => telling.test(line)) ?? kept.recent.at(-1);
      return words?.slice(0, maxLoggedLength) ?? null;
    },
    said: kept,
  };
}

/**
 * The page on which a program wants somebody to sign in, as programs that bridge to a remote server print it (such as
 * mcp-remote): an address on a line of its own words, with the parameters of OAuth. Null for every other line.
 */
export function signInLink(line: string): string | null {
  const word = line.split(/\s+/, 40).find((one) => /^https?:\/\//.test(one));
  if (word === undefined || word.length > maxLinkLength) return null;
  const target = linkTarget(word);
  if ("refused" in target) return null;
  const { searchParams } = new URL(target.url);
  return searchParams.get("response_type") === "code" && searchParams.has("client_id") ? target.url : null;
}
