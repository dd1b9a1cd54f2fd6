"use client";

import { useRouter } from "next/navigation";
import type { OpenInvitation } from "#lib/people/roster.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { roleWords } from "#components/sign-in/role-words.ts";
import { Button } from "#components/ui/button.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";

/** Somebody who is expected. */
export function InvitationRow({ invitation: { id, email, role, expiresAt } }: { invitation: OpenInvitation }) {
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const withdraw = async () => {
    if ((await send("DELETE", `/api/people/invitations/${encodeURIComponent(id)}`)) !== null) router.refresh();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">
          <VisibleText text={email} />
        </p>
        <p className="text-small text-muted">
          Invited as {roleWords[role].a}; the link works until <ClockTime at={expiresAt} />
        </p>
        <ProblemLine problem={problem} />
      </div>
      <Button
        tight
        disabled={sending}
        aria-label={`Take back the invitation of ${email}`}
        onClick={() => void withdraw()}
      >
        Take back
      </Button>
    </li>
  );
}
