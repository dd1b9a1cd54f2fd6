"use client";

import { useState } from "react";
import { mostAttested } from "#lib/verdict/client-terms.ts";
import { usePressGuard } from "#components/cards/press/use-press-guard.ts";
import { Button } from "#components/ui/button.tsx";
import { PageBody } from "#components/ui/page-body.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { SelectField, TextField } from "#components/ui/text-field.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { TextWarning, VisibleText } from "#components/ui/visible-text.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

type Client = {
  id: string;
  name: string;
  vouchedBy: string | null;
  to: { host: string; address: string; isOwnComputer: boolean; scheme: string | null };
};
/** `person`: who they are; null where there is one person alone. */
type Props = { asked: { client: Client } | { wrong: string } | { back: string }; query: string; person: string | null };

/** A client wants to come in for this person. It says who it is; we say what we know of that. */
export function ConsentScreen({ asked, query, person }: Props) {
  const say = useSay(settingsWords);
  return (
    <div className="flex h-full min-w-0 flex-col">
      <title>{say("letAClientInCountersign")}</title>
      <PageHeader title={say("letAClientIn")} />
      <PageBody>
        <section aria-labelledby="consent" className="mx-auto flex w-full max-w-[42rem] flex-col gap-5 px-4 py-6">
          {"client" in asked ? (
            <Consent client={asked.client} query={query} person={person} />
          ) : (
            <Refused asked={asked} />
          )}
        </section>
      </PageBody>
    </div>
  );
}

function Refused({ asked }: { asked: { wrong: string } | { back: string } }) {
  const say = useSay(settingsWords);
  const reword = useReword();
  return (
    <>
      <h2 id="consent" className="font-serif text-title">
        {say("thisRequestCannotBeAnswered")}
      </h2>
      {"wrong" in asked ? (
        <p>{say.rich("theClientAskedInA", { wrong: <VisibleText text={reword(asked.wrong)} /> })}</p>
      ) : (
        <p>
          {say.rich("theClientAskedForSomething", {
            link: (held) => (
              <a href={asked.back} rel="noreferrer" className="underline">
                {held}
              </a>
            ),
          })}
        </p>
      )}
    </>
  );
}

function Consent({ client, query, person }: { client: Client; query: string; person: string | null }) {
  const say = useSay(settingsWords);
  const { sending, problem, send } = useSending();
  const [isGone, setGone] = useState(false);
  const [notice, setNotice] = useState("");
  const { setRow, ready, guard } = usePressGuard();
  const [name, setName] = useState("");
  const [attests, setAttests] = useState("");

  const decide = async (consent: { name: string; attests: number | null } | null) => {
    const response = await send("POST", "/api/oauth/consent", { query, consent });
    if (response === null) return;
    setGone(true);
    // Our own server answers 200 with exactly this.
    window.location.assign(((await response.json()) as { to: string }).to);
  };
  // As on a card: a page that has just come up lets nobody in.
  const agree = guard({
    press: () => {
      setNotice("");
      if (name.trim() === "") return setNotice(say("giveItANameFirst"));
      void decide({ name, attests: attests === "" ? null : Number(attests) });
    },
    refuse: (why) => setNotice(why === "enter" ? say("enterAloneLetsNobodyIn") : say("thatWasTooSoonWait")),
    ignoresEnter: true,
  });

  if (isGone) {
    return (
      <h2 id="consent" className="font-serif text-title">
        {say("goOnInTheClient")}
      </h2>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <h2 id="consent" className="font-serif text-title break-words">
        {say.rich("nameWantsToUseYour", { name: <VisibleText text={client.name} /> })}
      </h2>
      <TextWarning text={client.name} />
      <Known client={client} />
      <div className="flex flex-col gap-2">
        <p className="font-medium">{say("ifYouLetItIn")}</p>
        <ul className="list-disc ps-5">
          <li>{say.rich("seeWhichToolsThereAre", { person: person === null ? "" : ` (${person})` })}</li>
          <li>{say("askYouAboutCallsHere")}</li>
        </ul>
        <p className="text-muted">{say("itCannotAnswerCardsHere")}</p>
      </div>
      <TextField
        label={say("whatYouCallIt")}
        hint={say("rulesAndTheAuditTrail")}
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoComplete="off"
      />
      <SelectField
        label={say("anApproveInsideThisClient")}
        hint={say("theClientThenSaysThat")}
        value={attests}
        onChange={({ target }) => setAttests(target.value)}
        options={[
          ["", say("noCallIApproveIn")],
          ...[1, 2, mostAttested].map((risk): [string, string] => [String(risk), say("callsUpToRiskRisk", { risk })]),
        ]}
      />
      <ProblemLine problem={problem} />
      <p role="status" className="min-h-5 text-small text-muted">
        {notice}
      </p>
      <div ref={setRow} className="flex flex-wrap gap-3">
        <Button
          look="primary"
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
          aria-disabled={!ready || sending}
          {...agree}
        >
          {say("letItIn")}
        </Button>
        <Button disabled={sending} onClick={() => void decide(null)}>
          {say("refuse")}
        </Button>
      </div>
    </div>
  );
}

/** Where its name comes from and where the person's browser goes: what it cannot choose. */
function Known({ client: { vouchedBy, to } }: { client: Client }) {
  const say = useSay(settingsWords);
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunk p-4">
      <p>
        {vouchedBy === null ? (
          <>{say.rich("theNameIsTheClients", { strong: (held) => <strong>{held}</strong> })}</>
        ) : (
          <>{say.rich("itsDescriptionIsKeptBy", { vouchedBy: <Host host={vouchedBy} /> })}</>
        )}
      </p>
      <p>
        {to.isOwnComputer ? (
          <>{say.rich("itGetsInThroughA", { strong: (held) => <strong>{held}</strong> })}</>
        ) : (
          <>{say.rich("itGetsInThroughHost", { host: <Host host={to.host} /> })}</>
        )}
      </p>
      {to.scheme === null ? null : <p>{say.rich("itsLinksBeginWith", { scheme: <Host host={to.scheme} /> })}</p>}
      <p className="font-mono text-small break-all text-muted">
        <VisibleText text={to.address} />
      </p>
    </div>
  );
}

function Host({ host }: { host: string }) {
  return (
    <strong className="font-mono break-all">
      <VisibleText text={host} />
    </strong>
  );
}
