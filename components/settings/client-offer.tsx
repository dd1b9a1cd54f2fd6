"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { riskChoices, type Risk } from "#lib/verdict/risk.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { SelectField } from "#components/ui/text-field.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

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
  const router = useRouter();
  const { change, busy, shown } = useChange(() => router.refresh());
  const { mostRisk, offered, tooRisky, chatOnly, waiting } = offer;
  return (
    <section aria-labelledby="offer" className="flex max-w-[42rem] flex-col gap-3">
      <h2 id="offer" className="font-medium">
        What clients are offered
      </h2>
      <ul aria-label="Tools on offer" className="flex flex-col gap-1 text-small">
        <li>{counted(offered)} on offer.</li>
        <NotOffered tools={tooRisky}>not offered, because the risk is above L{mostRisk}</NotOffered>
        <NotOffered tools={chatOnly}>for the chat only</NotOffered>
        {waiting === 0 ? null : (
          <li>
            {counted(waiting)} not offered,{" "}
            <Link href="/tools" prefetch={false} className="underline underline-offset-4">
              until somebody has reviewed {waiting === 1 ? "it" : "them"}
            </Link>
            .
          </li>
        )}
      </ul>
      {mayManage ? (
        <>
          <SelectField
            label="Highest risk"
            hint="Each tool can be kept for the chat, or for clients, on the Tools page."
            name="mostRisk"
            value={`L${mostRisk}`}
            disabled={busy}
            onChange={({ target }) =>
              void change({ method: "PATCH", path: "/api/clients", body: { mostRisk: target.value } })
            }
            options={riskChoices.map(([name, words]) => [name, `Tools up to risk ${words}`])}
          />
          {shown}
        </>
      ) : null}
    </section>
  );
}

const mostNamed = 8;

function NotOffered({ tools, children }: { tools: string[]; children: React.ReactNode }) {
  if (tools.length === 0) return null;
  const more = tools.length - mostNamed;
  return (
    <li className="break-words">
      {counted(tools.length)} {children}:{" "}
      <span className="text-muted">
        <VisibleText text={tools.slice(0, mostNamed).join(", ")} />
        {more > 0 ? ` and ${more} more` : ""}
      </span>
      .
    </li>
  );
}

function counted(tools: number): string {
  return tools === 1 ? "One tool" : `${tools === 0 ? "No" : tools} tools`;
}
