"use client";

import type { OwnSession } from "#lib/people/own-session.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { EndButton } from "#components/ui/end-button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";

export function Browsers({ browsers }: { browsers: OwnSession[] }) {
  return (
    <section aria-labelledby="browsers" className="flex flex-col gap-4">
      <SectionHead id="browsers" title="Where you are signed in" />
      <ul className="flex flex-col border-t border-line">
        {browsers.map((browser) => (
          <BrowserRow key={browser.id} browser={browser} />
        ))}
      </ul>
    </section>
  );
}

function BrowserRow({ browser: { id, browser, signedInAt, lastSeenAt, isThis } }: { browser: OwnSession }) {
  const name = browser ?? "A browser";
  const signOut = (
    <EndButton path={`/api/session/browsers/${encodeURIComponent(id)}`} label={`Sign out of ${name}`}>
      Sign out
    </EndButton>
  );
  return (
    <ListRow end={isThis ? null : signOut}>
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
    </ListRow>
  );
}
