"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { GrantedTool } from "#lib/grants/grant-sentence.ts";
import { Button } from "#components/ui/button.tsx";
import { noGrant, readGrant, type GrantDraft, type ReadGrant } from "./grant-draft.ts";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

export type Grant = {
  /** null while the options are closed: then the yes is for one call. */
  draft: GrantDraft | null;
  read: ReadGrant;
  /** Whether something beyond this call is about to be signed. */
  given: boolean;
  set: (draft: GrantDraft | null) => void;
};

/** The standing grant that a card may carry with its yes. Closing the options takes it back. */
export function useGrant(tool: GrantedTool): Grant {
  const speech = useSpeech();
  const [{ draft, read }, setState] = useState<Pick<Grant, "draft" | "read">>({ draft: null, read: { once: true } });
  const set = (next: GrantDraft | null) =>
    setState({ draft: next, read: readGrant(next ?? noGrant, tool, Date.now(), speech) });
  return { draft, read, given: "asked" in read, set };
}

/** Opens the options beside Approve; `only` names them where there is one. */
export function GrantButton({ grant, closed, only }: { grant: Grant; closed: boolean; only?: string | undefined }) {
  const say = useSay(cardWords);
  const open = grant.draft !== null;
  return (
    <Button
      tight
      look="quiet"
      className="aria-disabled:opacity-55"
      aria-expanded={open}
      aria-disabled={closed}
      onClick={() => closed || grant.set(open ? null : noGrant)}
    >
      {only === undefined ? (
        <ChevronDown
          aria-hidden="true"
          className={`size-4 transition-transform motion-reduce:transition-none ${open ? "rotate-180" : ""}`}
          strokeWidth={1.75}
        />
      ) : null}
      {only ?? (open ? say("fewerOptions") : say("moreOptions"))}
    </Button>
  );
}
