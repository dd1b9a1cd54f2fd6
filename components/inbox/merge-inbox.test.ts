import { expect, test } from "vitest";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { inOrder, isInOrder, mergeInbox, unsure } from "./merge-inbox.ts";

// Only what the merge looks at.
const entry = (id: string, more: Partial<InboxItem> = {}) =>
  ({ id, status: "pending", risk: 1, requestedAt: "2026-01-01T00:00:00.000Z", ...more }) as InboxItem;
const nothing = new Map<string, InboxItem | null>();
const idsOf = (entries: InboxItem[]) => entries.map(({ id }) => id);

test("without news the list is the same object", () => {
  const shown = [entry("a"), entry("b")];
  expect(mergeInbox(shown, [entry("b"), entry("a")], nothing)).toBe(shown);
  expect(unsure(shown, [entry("b")])).toEqual(["a"]);
});

test("new cards come after those that are shown, so that nothing moves under a finger", () => {
  const merged = mergeInbox([entry("b")], [entry("a", { risk: 5 }), entry("b"), entry("c")], nothing);
  expect(idsOf(merged)).toEqual(["b", "a", "c"]);
  expect(isInOrder(merged)).toBe(false);
  expect(idsOf(inOrder(merged))).toEqual(["a", "b", "c"]);
  expect(isInOrder(inOrder(merged))).toBe(true);
});

test("N10: the riskiest come first, then the oldest", () => {
  const older = entry("older", { requestedAt: "2025-01-01T00:00:00.000Z" });
  const settled = entry("settled", { status: "declined" });
  expect(idsOf(inOrder([entry("new"), settled, older, entry("risky", { risk: 4 })]))).toEqual([
    "risky",
    "older",
    "new",
  ]);
  expect(isInOrder([entry("risky", { risk: 4 }), settled, older, entry("new")])).toBe(true);
});

test("S4.10: one that was answered elsewhere stays in its place and says how; it is not looked up again", () => {
  const settled = entry("a", { status: "declined" });
  const merged = mergeInbox([entry("a"), entry("b")], [entry("b")], new Map([["a", settled]]));
  expect(merged).toEqual([settled, entry("b")]);
  expect(unsure(merged, [entry("b")])).toEqual([]);
  expect(mergeInbox(merged, [entry("b")], nothing)).toBe(merged);
});

test("a card whose chat was deleted goes, and an extended deadline shows", () => {
  const later = entry("b", { expiresAt: "2026-01-02T00:00:00.000Z" });
  expect(mergeInbox([entry("a"), entry("b")], [later], new Map([["a", null]]))).toEqual([later]);
});

test("only the latest sixty answered cards stay visible", () => {
  const settled = Array.from({ length: 65 }, (_, index) => entry(`s${index}`, { status: "accepted" }));
  const merged = mergeInbox([...settled, entry("open")], [entry("open")], nothing);
  expect(merged).toHaveLength(61);
  expect(merged[0]?.id).toBe("s5");
  expect(merged.at(-1)?.id).toBe("open");
});
