"use client";

import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import type { GrantUse } from "#lib/grants/grant-use.ts";
import { GrantSentence } from "#components/cards/grant/grant-sentence.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

/** Says, below a call that nobody was asked about, on which grant it ran, with a link to revoke it. */
export function GrantLine({ grant }: { grant: GrantUse }) {
  const say = useSay(chatWords);
  return (
    <p className="px-3 text-fine text-muted [overflow-wrap:anywhere]">
      <ShieldCheck aria-hidden="true" className="me-1.5 inline size-3.5 align-[-2px]" strokeWidth={1.75} />
      {say.rich("allowedByYourGrant", { grant: <GrantSentence {...grant} /> })}{" "}
      <Link
        href={`/settings/grants#${grant.grantId}`}
        prefetch={false}
        className="inline-flex items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
      >
        {say.rich("revokeThisGrant", {
          b: (held) => (
            <span key="b" className="sr-only">
              {held}
            </span>
          ),
        })}
      </Link>
    </p>
  );
}
