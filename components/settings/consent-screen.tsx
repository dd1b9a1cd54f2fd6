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

type Client = {
  id: string;
  name: string;
  vouchedBy: string | null;
  to: { host: string; address: string; isOwnComputer: boolean };
};
/** `person`: who they are; null where there is one person alone. */
type Props = { asked: { client: Client } | { wrong: string } | { back: string }; query: string; person: string | null };

/** A client wants to come in for this person. It says who it is; we say what we know of that. */
export function ConsentScreen({ asked, query, person }: Props) {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <title>Let a client in · Countersign</title>
      <PageHeader title="Let a client in" />
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
  return (
    <>
      <h2 id="consent" className="font-serif text-title">
        This request cannot be answered
      </h2>
      {"wrong" in asked ? (
        <p>
          The client asked in a way that is not allowed: <VisibleText text={asked.wrong} />
        </p>
      ) : (
        <p>
          The client asked for something that there is not.{" "}
          <a href={asked.back} rel="noreferrer" className="underline">
            Go back to it
          </a>
          , where it may say what is wrong.
        </p>
      )}
    </>
  );
}

function Consent({ client, query, person }: { client: Client; query: string; person: string | null }) {
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
      if (name.trim() === "") return setNotice("Give it a name first.");
      void decide({ name, attests: attests === "" ? null : Number(attests) });
    },
    refuse: (why) =>
      setNotice(why === "enter" ? "Enter alone lets nobody in. Press Space." : "That was too soon. Wait a moment."),
    ignoresEnter: true,
  });

  if (isGone) {
    return (
      <h2 id="consent" className="font-serif text-title">
        Go on in the client. You can close this page.
      </h2>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <h2 id="consent" className="font-serif text-title break-words">
        “<VisibleText text={client.name} />” wants to use your tools
      </h2>
      <TextWarning text={client.name} />
      <Known client={client} />
      <div className="flex flex-col gap-2">
        <p className="font-medium">If you let it in, it may</p>
        <ul className="list-disc pl-5">
          <li>
            see which tools there are here, and call them in your name{person === null ? "" : ` (${person})`}, by the
            same rules as in the chat;
          </li>
          <li>ask you about calls, here or in its own window. What would ask you still asks you.</li>
        </ul>
        <p className="text-muted">
          It cannot answer cards here, change settings or read your chats. It stays in for 90 days at most; under
          Settings, Clients you can shut it out at any time.
        </p>
      </div>
      <TextField
        label="What you call it"
        hint="Rules and the audit trail use this name, so the client does not choose it."
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoComplete="off"
      />
      <SelectField
        label="An Approve inside this client counts for"
        hint="The client then says that you approved, and nobody here can check that. Calls above it, and all of L4 and L5, wait for you in Countersign."
        value={attests}
        onChange={({ target }) => setAttests(target.value)}
        options={[
          ["", "No call: I approve in Countersign"],
          ...[1, 2, mostAttested].map((risk): [string, string] => [String(risk), `Calls up to risk ${risk}`]),
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
          Let it in
        </Button>
        <Button disabled={sending} onClick={() => void decide(null)}>
          Refuse
        </Button>
      </div>
    </div>
  );
}

/** Where its name comes from and where the person's browser goes: what it cannot choose. */
function Known({ client: { vouchedBy, to } }: { client: Client }) {
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunk p-4">
      <p>
        {vouchedBy === null ? (
          <>
            The name is the client’s own word. <strong>Nobody vouches for it.</strong>
          </>
        ) : (
          <>
            Its description is kept by <Host host={vouchedBy} />.
          </>
        )}
      </p>
      <p>
        {to.isOwnComputer ? (
          <>
            It gets in through <strong>a program on your computer</strong>: only go on if you have just started it
            yourself.
          </>
        ) : (
          <>
            It gets in through <Host host={to.host} />: only go on if you were there a moment ago.
          </>
        )}
      </p>
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
