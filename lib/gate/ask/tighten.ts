import { touchChat } from "#lib/store/chats/chats.ts";
import { dropSignatures } from "#lib/store/approvals/approval-answers.ts";
import { approvalWithTool, openOfTools, type CalledTool } from "#lib/store/approvals/open-approvals.ts";
import { record } from "#lib/store/audit/record.ts";
import { inTransaction } from "#lib/store/engine/database.ts";
import type { Trx } from "#lib/store/schema/trx.ts";
import { tightenApproval } from "#lib/store/approvals/insert-approval.ts";
import { lockRun } from "#lib/store/runs/runs.ts";
import type { ApprovalRow } from "#lib/store/schema/schema.ts";
import type { Gate } from "#lib/gate/contract/gate.ts";
import { sameTool } from "#lib/gate/judge/ready-tool.ts";
import { scopeOf } from "./open-approval.ts";
import { tighteningOf, type Tightening } from "./tightening.ts";

export type Tightened = { approval: ApprovalRow; changes: string[]; version: number | null };

/**
 * Makes an open question as strict as its tool is watched now, in a transaction that has its run locked: what it
 * resolves to is what may be answered. Signatures for less than the card says now count no more. A tool that is not
 * there, or is another one by now, changes nothing here: its call is not started. null: its chat was deleted.
 */
export async function tighten(gate: Gate, trx: Trx, id: string): Promise<Tightened | null> {
  const found = await approvalWithTool(trx, id);
  if (found === undefined) return null;
  const { wire_name, fingerprint, ...approval } = found;
  const tightening = stricterNow(gate, approval, { wire_name, fingerprint });
  if (tightening === null) return { approval, changes: [], version: null };
  const { risk, who, stored, changes, saysMore } = tightening;
  const subject_json = JSON.stringify(stored);
  const tightened = await tightenApproval(trx, id, { risk, who, subject_json });
  // Each signature checks again who may sign, but not what they signed for.
  const dropped = saysMore ? await dropSignatures(trx, id) : 0;
  await record(gate.database, trx, scopeOf(approval), {
    kind: "approval-tightened",
    changes,
    ...(dropped === 0 ? {} : { dropped }),
  });
  return { approval: tightened, changes, version: await touchChat(gate.database, trx, approval.chat_id) };
}

/** null where nothing became stricter, or the tool is not there to compare with. */
function stricterNow(gate: Gate, approval: ApprovalRow, called: CalledTool): Tightening | null {
  if (approval.status !== "pending") return null;
  const tool = sameTool(gate, called);
  if (tool === null) return null;
  const tightening = tighteningOf(approval, tool);
  return tightening.changes.length === 0 ? null : tightening;
}

/**
 * Tightens every open question of these tools, so that open cards change on screen. Resolves to whether there were any.
 */
export async function tightenOpen(gate: Gate, wireNames: readonly string[]): Promise<boolean> {
  let after = "";
  let any = false;
  for (;;) {
    const page = await openOfTools(gate.database, { wireNames, after });
    const last = page.at(-1);
    if (last === undefined) return any;
    any = true;
    for (const { wire_name, fingerprint, ...approval } of page) {
      if (stricterNow(gate, approval, { wire_name, fingerprint }) !== null) await tightenOne(gate, approval);
    }
    after = last.id;
  }
}

async function tightenOne(gate: Gate, { id, run_id, person_id, chat_id }: ApprovalRow): Promise<void> {
  const tightened = await inTransaction(gate.database, async (trx) => {
    await lockRun(gate.database, trx, run_id);
    return tighten(gate, trx, id);
  });
  const version = tightened?.version ?? null;
  if (version !== null) gate.announce({ personId: person_id, chatId: chat_id, version });
}
