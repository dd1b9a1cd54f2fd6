import type { Readable } from "node:stream";
import type { Mask } from "#lib/audit/mask.ts";
import type { Log } from "#lib/gate/gate.ts";

const maxLineLength = 1_000;
/** More than is kept of a line, so that a secret at its end is seen whole. */
const maxPendingLength = 10_000;
const maxLinesPerMinute = 200;
const telling = /error|exception|fatal|cannot|failed|not found|denied/i;

type Options = { log: Log; serverId: string; mask: Mask };

/**
 * Writes what a server's process says on stderr to the log, at most 200 lines a minute. `lastWords` is the line among
 * the last twenty that most likely tells why the process ended. Its secrets are masked: models hear of problems too.
 */
export function followStderr(stream: Readable, { log, serverId, mask }: Options): { lastWords: () => string | null } {
  const recent: string[] = [];
  let minute = 0;
  let lines = 0;
  const record = (text: string) => {
    const line = mask.text(text.trimEnd()).slice(0, maxLineLength);
    if (line === "") return;
    recent.push(line);
    if (recent.length > 20) recent.shift();
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) [minute, lines] = [now, 0];
    lines += 1;
    if (lines <= maxLinesPerMinute) log.info("tool-server.stderr", { server: serverId, line });
    if (lines === maxLinesPerMinute) log.warn("tool-server.stderr-muted", { server: serverId });
  };
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const pieces = `${rest}${chunk}`.split("\n");
    // A line without an end must not fill the memory.
    rest = (pieces.pop() ?? "").slice(0, maxPendingLength);
    pieces.forEach(record);
  });
  stream.on("end", () => record(rest));
  return { lastWords: () => recent.findLast((line) => telling.test(line)) ?? recent.at(-1) ?? null };
}
