import { expect, test } from "vitest";
import { logger } from "./log.ts";

function lines(level: Parameters<typeof logger>[0], use: (log: ReturnType<typeof logger>) => void): string[] {
  const written: string[] = [];
  use(logger(level, (line) => written.push(line)));
  return written;
}

test("only lines at or above the level are written", () => {
  const all = (log: ReturnType<typeof logger>) => {
    log.error("a");
    log.warn("b");
    log.info("c");
    log.debug("d");
  };
  expect(lines("silent", all)).toHaveLength(0);
  expect(lines("warn", all).map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(["a", "b"]);
  expect(lines("debug", all)).toHaveLength(4);
});

test("H2, C2, C5: hostile text stays within its one line and parses back", () => {
  const hostile =
    'x\r\n{"level":"error"}\u001b[2J\u0085\u2028\u202e\u009b31m\u0000\u00ad\u061c\u2060\u2800\u3164\ufe0f\u{e0041}\u{e0100}';
  const [line = "", ...more] = lines("error", (log) => log.error("call-failed", { tool: hostile }));
  expect(more).toEqual([]);
  expect(line.slice(0, -1)).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(line)).toMatchObject({ event: "call-failed", tool: hostile });
});

test("G16: a long text, an error's too, does not make a long line", () => {
  const long = "x".repeat(500_000);
  const [line = ""] = lines("error", (log) => log.error("failed", { long, error: new Error(long, { cause: [long] }) }));
  expect(line.length).toBeLessThan(20_000);
  expect(JSON.parse(line)).toMatchObject({ long: expect.stringMatching(/^x{4000}… \(500000 characters\)$/) });
});

test("an error is written with its stack and its causes", () => {
  const error = new Error("outer", { cause: new Error("inner") });
  const [line = ""] = lines("error", (log) => log.error("request.failed", { error }));
  expect(JSON.parse(line)).toMatchObject({
    error: { message: "outer", stack: expect.stringContaining("log.test.ts"), cause: { message: "inner" } },
  });
});
