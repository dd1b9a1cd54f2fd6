import { OctagonAlert } from "lucide-react";
import type { Risk } from "#lib/policies/risk.ts";

type Props = { risk: Risk; read: boolean; closed: boolean; onRead: (read: boolean) => void };

/** Stands on the cards whose tool the owner called a high risk, and on no others. Approve wants the tick first. */
export function HighRisk({ risk, read, closed, onRead }: Props) {
  return (
    <div className="mx-4 mt-4 flex flex-col gap-1 rounded-md border border-red bg-red-soft px-3 py-2 sm:mx-5">
      <p className="flex items-center gap-2 font-semibold text-red">
        <OctagonAlert aria-hidden="true" className="size-4 shrink-0" />
        High risk, L{risk}, set by the owner
      </p>
      <label className="inline-flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={read}
          disabled={closed}
          onChange={(event) => onRead(event.target.checked)}
          className="size-4 shrink-0 accent-current"
        />
        I have read what this call does
      </label>
    </div>
  );
}

/** Why a card cannot be approved yet. */
export const unreadHighRisk = "This is a high risk: tick that you have read what it does, then approve.";
