"use client";

import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import type { GrantUse } from "#lib/chat/grant-use.ts";
import { GrantSentence } from "#components/cards/grant-sentence.tsx";

/** Says quietly, below a call that nobody was asked about, on which grant it ran, and leads to where that is revoked. */
export function GrantLine({ grant }: { grant: GrantUse }) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 px-3 text-fine text-muted">
      <ShieldCheck aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.75} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Allowed by your grant: <GrantSentence {...grant} />
      </span>
      <Link
        href={`/settings/grants#${grant.grantId}`}
        prefetch={false}
        className="inline-flex items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        Revoke<span className="sr-only"> this grant</span>
      </Link>
    </p>
  );
}
