import { randomUUID } from "node:crypto";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { appendEntry, readEntries } from "./journal.ts";
import { progressReporter } from "./progress.ts";
import { done, notDone } from "./tool-result.ts";
import type { Workspace } from "./workspace.ts";

/** The orders of the demo shop, amounts in cents so that nothing is lost in fractions. */
const orders = new Map([
  ["1234", { item: "Espresso machine", cents: 24_900 }],
  ["1235", { item: "Reading lamp", cents: 5_950 }],
  ["1236", { item: "Running shoes", cents: 11_990 }],
]);
const known = [...orders.keys()].join(", ");
const paid = [...orders]
  .map(([id, { item, cents }]) => `€${(cents / 100).toFixed(2)} for order ${id} (${item})`)
  .join(", ");

const ledger = "ledger.jsonl";
const ledgerEntry = z.object({
  refund_id: z.string(),
  order_id: z.string(),
  cents: z.int().positive(),
  currency: z.literal("EUR"),
  reason: z.string().nullable(),
  at: z.iso.datetime(),
});

type LedgerEntry = z.infer<typeof ledgerEntry>;

/** Refunds of demo orders, written to `ledger.jsonl`; never more than was paid. */
export function registerProcessRefund(server: McpServer, { folder, inTurn }: Workspace): void {
  server.registerTool(
    "process_refund",
    {
      title: "Refund an order",
      description: `Refunds a customer's order, wholly or in part, in euros. A refund cannot be taken back, and calling again refunds again. Paid were: ${paid}.`,
      inputSchema: z.object({
        order_id: z.string().min(1).max(40).describe("The order's number, e.g. 1234"),
        amount: z.number().min(0.01).max(1_000_000).describe("Euros to refund, e.g. 19.90"),
        reason: z.string().max(500).optional().describe("Why the order is refunded"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    (wanted, ctx) => inTurn(() => refund(folder, wanted, progressReporter(ctx))),
  );
}

type Wanted = { order_id: string; amount: number; reason?: string | undefined };

async function refund(
  folder: string,
  { order_id, amount, reason }: Wanted,
  report: (message: string) => void,
): Promise<CallToolResult> {
  report(`Looking up order ${order_id}`);
  const order = orders.get(order_id);
  if (order === undefined) return refused(`there is no order ${order_id}. Known orders: ${known}`);
  const left = order.cents - refundedCents(await readEntries(folder, ledger, ledgerEntry), order_id);
  const cents = Math.round(amount * 100);
  if (Math.abs(amount * 100 - cents) > 1e-6) {
    return refused(`${amount} is not an amount of euros and cents`);
  }
  if (left === 0) return refused(`order ${order_id} is already refunded completely`);
  if (cents > left) return refused(`only ${euros(left)} of order ${order_id} is left, less than ${euros(cents)}`);
  report("Writing the refund to the ledger");
  const entry: LedgerEntry = {
    refund_id: randomUUID(),
    order_id,
    cents,
    currency: "EUR",
    reason: reason ?? null,
    at: new Date().toISOString(),
  };
  await appendEntry(folder, ledger, entry);
  return done(`Refunded ${euros(cents)} of order ${order_id} (${order.item}).`, entry);
}

function refused(why: string): CallToolResult {
  return notDone("failed", `Nothing was refunded: ${why}.`);
}

function refundedCents(entries: LedgerEntry[], orderId: string): number {
  return entries.filter((entry) => entry.order_id === orderId).reduce((sum, entry) => sum + entry.cents, 0);
}

function euros(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}
