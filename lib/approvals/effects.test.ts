import { expect, test } from "vitest";
import type { ToolAnnotations } from "#lib/verdict/tool-annotations.ts";
import { effectsOf } from "./effects.ts";

const kinds = (annotations: ToolAnnotations, trusted = true) => effectsOf(annotations, trusted).map(({ kind }) => kind);

test("absent annotations are unknown effects, and the app says so itself", () => {
  expect(effectsOf({}, true)).toEqual([{ kind: "unknown", source: "app" }]);
  expect(effectsOf({ title: "Delete", idempotentHint: true, openWorldHint: false }, true)).toEqual([
    { kind: "unknown", source: "app" },
  ]);
});

test("M7: what a trusted server says about its tool is shown as its word", () => {
  expect(effectsOf({ readOnlyHint: true }, true)).toEqual([{ kind: "reads-only", source: "server" }]);
  expect(kinds({ readOnlyHint: false })).toEqual(["changes-data"]);
  expect(kinds({ destructiveHint: false })).toEqual(["changes-data"]);
  expect(kinds({ destructiveHint: true, openWorldHint: true })).toEqual([
    "changes-data",
    "cannot-be-undone",
    "leaves-network",
  ]);
  expect(kinds({ readOnlyHint: true, openWorldHint: true })).toEqual(["reads-only", "leaves-network"]);
  expect(kinds({ openWorldHint: true })).toEqual(["unknown", "leaves-network"]);
});

test("M7, E4: what an untrusted server says in its favour is not shown, what it says against itself is", () => {
  expect(kinds({ readOnlyHint: true }, false)).toEqual(["unknown"]);
  expect(kinds({ destructiveHint: false }, false)).toEqual(["unknown"]);
  expect(kinds({ readOnlyHint: false, destructiveHint: true, openWorldHint: true }, false)).toEqual([
    "changes-data",
    "cannot-be-undone",
    "leaves-network",
  ]);
});

test("of two claims that contradict each other the worse one is shown", () => {
  expect(kinds({ readOnlyHint: true, destructiveHint: true })).toEqual(["changes-data", "cannot-be-undone"]);
});
