"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { risks, type Risk } from "#lib/verdict/risk.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { SelectField } from "#components/ui/text-field.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

export type Offer = {
  mostRisk: Risk;
  /** How many tools clients are offered. */
  offered: number;
  /** Titles of the tools that are not, by the reason. */
  tooRisky: string[];
  chatOnly: string[];
  waiting: number;
};

/** How many tools clients are offered, why others are not, and the highest risk. */
export function ClientOffer({ offer, mayManage }: { offer: Offer; mayManage: boolean }) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const { change, busy, shown } = useChange(() => router.refresh());
  const { mostRisk, offered, tooRisky, chatOnly, waiting } = offer;
  return (
    <section aria-labelledby="offer" className="flex max-w-[42rem] flex-col gap-3">
      <h2 id="offer" className="font-medium">
        {say("whatClientsAreOffered")}
      </h2>
      <ul aria-label={say("toolsOnOffer")} className="flex flex-col gap-1 text-small">
        <li>{say.rich("offeredOnOffer", { offered: say("countedTools", { tools: offered }) })}</li>
        <NotOffered tools={tooRisky}>{say.rich("notOfferedBecauseTheRisk", { mostRisk })}</NotOffered>
        <NotOffered tools={chatOnly}>{say("forTheChatOnly")}</NotOffered>
        {waiting === 0 ? null : (
          <li>
            {say.rich("waitingNotOfferedUntilSomebody", {
              waiting: say("countedTools", { tools: waiting }),
              link: (held) => (
                <Link href="/tools" prefetch={false} className="underline underline-offset-4">
                  {held}
                </Link>
              ),
              waiting2: waiting,
            })}
          </li>
        )}
      </ul>
      {mayManage ? (
        <>
          <SelectField
            label={say("highestRisk")}
            hint={say("eachToolCanBeKept")}
            name="mostRisk"
            value={`L${mostRisk}`}
            disabled={busy}
            onChange={({ target }) =>
              void change({ method: "PATCH", path: "/api/clients", body: { mostRisk: target.value } })
            }
            options={risks.map((risk) => [`L${risk}`, say("toolsUpToRisk", { risk })])}
          />
          {shown}
        </>
      ) : null}
    </section>
  );
}

const mostNamed = 8;

function NotOffered({ tools, children }: { tools: string[]; children: React.ReactNode }) {
  const say = useSay(settingsWords);
  if (tools.length === 0) return null;
  const more = tools.length - mostNamed;
  return (
    <li className="break-words">
      {say("countedTools", { tools: tools.length })} {children}:{" "}
      <span className="text-muted">
        <VisibleText text={tools.slice(0, mostNamed).join(", ")} />
        {more > 0 ? ` ${say("andMoreMore", { more })}` : ""}
      </span>
      .
    </li>
  );
}
