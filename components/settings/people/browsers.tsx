"use client";

import { useRouter } from "next/navigation";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { ProblemLine } from "#components/ui/problem-line.tsx";

/** Where one is signed in. Times are Unix ms. */
export type OwnBrowser = {
  id: string;
  browser: string | null;
  signedInAt: number;
  lastSeenAt: number;
  isThis: boolean;
};

export function Browsers({ browsers }: { browsers: OwnBrowser[] }) {
  return (
    <section aria-labelledby="browsers" className="flex flex-col gap-4">
      <h2 id="browsers" className="font-serif text-title">
        Where you are signed in
      </h2>
      <ul className="flex flex-col border-t border-line">
        {browsers.map((browser) => (
          <BrowserRow key={browser.id} browser={browser} />
        ))}
      </ul>
    </section>
  );
}

function BrowserRow({ browser: { id, browser, signedInAt, lastSeenAt, isThis } }: { browser: OwnBrowser }) {
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const name = browser ?? "A browser";
  const end = async () => {
    await send("DELETE", `/api/session/browsers/${encodeURIComponent(id)}`);
    router.refresh();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words">
          <VisibleText text={name} />
          {isThis ? <span className="text-muted"> (this one)</span> : null}
        </p>
        <p className="text-small text-muted">
          Signed in <ClockTime at={signedInAt} />
          {lastSeenAt === signedInAt ? null : (
            <>
              , last here <ClockTime at={lastSeenAt} />
            </>
          )}
        </p>
        <ProblemLine problem={problem} />
      </div>
      {isThis ? null : (
        <Button tight disabled={sending} aria-label={`Sign out of ${name}`} onClick={() => void end()}>
          Sign out
        </Button>
      )}
    </li>
  );
}
