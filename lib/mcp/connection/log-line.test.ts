import { expect, test } from "vitest";
import { maskOf } from "#lib/audit/mask.ts";
import { logLine } from "./log-line.ts";

const mask = maskOf(["t0ken-of-the-server"]);

test("M66: a log message is one line, with its level, its logger and no secret", () => {
  expect(logLine({ level: "warning", logger: "disk", data: "Nearly\n\tfull" }, mask)).toBe("warning disk: Nearly full");
  expect(logLine({ level: "info", data: { token: "t0ken-of-the-server" } }, mask)).toMatch(
    /^info \{"token":"\[masked \w+\]"\}$/,
  );
});

test("M66: what is no level, logger or text is bounded and harmless", () => {
  expect(logLine({ level: "loud", logger: 7, data: undefined }, mask)).toBe("log null");
  expect(logLine({ level: "info", logger: "l".repeat(9_000), data: "x".repeat(90_000) }, mask)).toHaveLength(1_000);
  expect(logLine({ level: "info", data: "\ud800" }, mask)).toBe("info \ufffd");
});
