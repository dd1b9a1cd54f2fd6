import { expect, test } from "vitest";
import type { InboxItem } from "#lib/approvals/inbox-item.ts";
import { mergeInbox } from "./merge-inbox.ts";

// Only what the merge looks at.
const item = (id: string, more: Partial<InboxItem> = {}) => ({ id, status: "pending", ...more }) as InboxItem;
const nobody = async (id: string): Promise<InboxItem | null> => {
  throw new Error(`${id} was read.`);
};

test("nothing new is the very same list", async () => {
  const shown = [item("a"), item("b")];
  expect(await mergeInbox(shown, [item("b"), item("a")], nobody)).toBe(shown);
});

test("new ones come after those that are shown, so that nothing moves under a finger", async () => {
  const merged = await mergeInbox([item("b")], [item("a"), item("b"), item("c")], nobody);
  expect(merged.map(({ id }) => id)).toEqual(["b", "a", "c"]);
});

test("S4.10: one that was answered elsewhere stays in its place and says how; it is not read again", async () => {
  const settled = item("a", { status: "declined" });
  const merged = await mergeInbox([item("a"), item("b")], [item("b")], async () => settled);
  expect(merged).toEqual([settled, item("b")]);
  expect(await mergeInbox(merged, [item("b")], nobody)).toBe(merged);
});

test("one whose chat was deleted goes, and more time shows", async () => {
  const later = item("b", { expiresAt: "2026-01-02T00:00:00.000Z" });
  expect(await mergeInbox([item("a"), item("b")], [later], async () => null)).toEqual([later]);
});

test("of the answered ones only the latest twenty stay in sight", async () => {
  const settled = Array.from({ length: 25 }, (_, index) => item(`s${index}`, { status: "accepted" }));
  const merged = await mergeInbox([...settled, item("open")], [item("open")], nobody);
  expect(merged).toHaveLength(21);
  expect(merged[0]?.id).toBe("s5");
  expect(merged.at(-1)?.id).toBe("open");
});
