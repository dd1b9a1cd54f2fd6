import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectV2, newFolder } from "./test-peers.ts";
import type { Peer } from "./test-peers.ts";

const folder = newFolder();
const ledger = join(folder, "ledger.jsonl");
let peer: Peer;
beforeAll(async () => {
  peer = await connectV2("auto", { kind: "stdio", folder }, null);
});
beforeEach(() => rmSync(ledger, { force: true }));
afterAll(async () => {
  await peer.close();
  rmSync(folder, { recursive: true });
});

const refund = (args: Record<string, unknown>) => peer.call("process_refund", args);
const written = () =>
  readFileSync(ledger, "utf8")
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

test("S4.17: an order is refunded completely, into the ledger, with progress", async () => {
  const result = await refund({ order_id: "1234", amount: 249, reason: "broken" });
  expect(result).toMatchObject({ text: "Refunded €249.00 of order 1234 (Espresso machine).", isError: false });
  expect(result.progress).toEqual(["Looking up order 1234", "Writing the refund to the ledger"]);
  expect(written()).toMatchObject([{ order_id: "1234", cents: 24_900, currency: "EUR", reason: "broken" }]);
});

test("parts add up to the price and not a cent more", async () => {
  expect(await refund({ order_id: "1235", amount: 19.9 })).toMatchObject({ isError: false });
  expect(await refund({ order_id: "1235", amount: 40 })).toMatchObject({
    text: "Nothing was refunded: only €39.60 of order 1235 is left, less than €40.00.",
    isError: true,
  });
  expect(await refund({ order_id: "1235", amount: 39.6 })).toMatchObject({
    text: "Refunded €39.60 of order 1235 (Reading lamp).",
  });
  expect(await refund({ order_id: "1235", amount: 1 })).toMatchObject({
    text: "Nothing was refunded: order 1235 is already refunded completely.",
    isError: true,
  });
  expect(written()).toMatchObject([{ cents: 1990 }, { cents: 3960 }]);
});

test("refunds that arrive together cannot share the same money", async () => {
  const results = await Promise.all([1, 2, 3, 4].map(() => refund({ order_id: "1236", amount: 119.9 })));
  expect(results.filter(({ isError }) => !isError)).toHaveLength(1);
  expect(written()).toHaveLength(1);
});

test.each([
  [
    { order_id: "9999", amount: 1 },
    /^Nothing was refunded: there is no order 9999\. Known orders: 1234, 1235, 1236\.$/,
  ],
  [{ order_id: "constructor", amount: 1 }, /there is no order constructor/],
  [{ order_id: "1234", amount: 1.234 }, /1\.234 is not an amount of euros and cents/],
  [{ order_id: "1234", amount: -5 }, /amount/],
  [{ order_id: "1234", amount: 0 }, /amount/],
  [{ order_id: 1234, amount: 1 }, /order_id/],
  // A card always shows what will be paid.
  [{ order_id: "1234" }, /amount/],
])("%j refunds nothing", async (args, sentence) => {
  const result = await refund(args);
  expect(result.isError).toBe(true);
  expect(result.text).toMatch(sentence);
  expect(existsSync(ledger)).toBe(false);
});

test("with a damaged ledger nothing is refunded", async () => {
  await refund({ order_id: "1234", amount: 1 });
  appendFileSync(ledger, "{ half a line\n");
  expect(await refund({ order_id: "1235", amount: 1 })).toMatchObject({
    text: "Line 2 of ledger.jsonl is damaged. Repair or remove the file first.",
    isError: true,
  });
});

test("a link in the place of the ledger is not followed", async () => {
  const elsewhere = newFolder();
  const outside = join(elsewhere, "elsewhere.jsonl");
  symlinkSync(outside, ledger);
  expect(await refund({ order_id: "1234", amount: 1 })).toMatchObject({ isError: true });
  expect(existsSync(outside)).toBe(false);
  rmSync(elsewhere, { recursive: true });
});
