"use client";

import type { OwnSession } from "#lib/people/own-session.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { EndButton } from "#components/ui/end-button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";

export function Browsers({ browsers }: { browsers: OwnSession[] }) {
  const say = useSay(peopleWords);
  return (
    <section aria-labelledby="browsers" className="flex flex-col gap-4">
      <SectionHead id="browsers" title={say("whereYouAreSignedIn")} />
      <ul className="flex flex-col border-t border-line">
        {browsers.map((browser) => (
          <BrowserRow key={browser.id} browser={browser} />
        ))}
      </ul>
    </section>
  );
}

function BrowserRow({ browser: { id, browser, signedInAt, lastSeenAt, isThis } }: { browser: OwnSession }) {
  const say = useSay(peopleWords);
  const reword = useReword();
  const name = browser === null ? say("aBrowser") : reword(browser);
  const signOut = (
    <EndButton path={`/api/session/browsers/${encodeURIComponent(id)}`} label={say("signOutOfName", { name })}>
      {say("signOut")}
    </EndButton>
  );
  return (
    <ListRow end={isThis ? null : signOut}>
      <p className="break-words">
        <VisibleText text={name} />
        {isThis ? <span className="text-muted"> {say("thisOne")}</span> : null}
      </p>
      <p className="text-small text-muted">
        {lastSeenAt === signedInAt
          ? say.rich("signedInAt", { signedInAt: <ClockTime at={signedInAt} /> })
          : say.rich("signedInAndLast", {
              signedInAt: <ClockTime at={signedInAt} />,
              lastSeenAt: <ClockTime at={lastSeenAt} />,
            })}
      </p>
    </ListRow>
  );
}
