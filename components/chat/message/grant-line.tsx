"use client";

import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import { GrantSentence } from "#components/cards/grant/grant-sentence.tsx";

/** Says, below a call that nobody was asked about, on which grant it ran, with a link to revoke it. */
export function GrantLine({ grant }: { grant: GrantUse }) {
  return (
    <p className="px-3 text-fine text-muted [overflow-wrap:anywhere]">
      <ShieldCheck aria-hidden="true" className="me-1.5 inline size-3.5 align-[-2px]" strokeWidth={1.75} />
      Allowed by your grant: <GrantSentence {...grant} />{" "}
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
