"use client";

import { useState } from "react";
import type { ForeseenTool, Foresight } from "#lib/policies/changes/foreseen.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { SearchField, SelectField } from "#components/ui/text-field.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { Rights } from "#components/tools/rights.ts";
import { toolsWith } from "#components/tools/tools-with.ts";
import { ForeseenRow } from "./foreseen-row.tsx";
import { TryCall } from "./try-call.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** A page of more tools has a search. */
const mostUnsearched = 12;

/** For every tool whether a call of it runs, asks or is refused, and what decides that; and the same for a call that one types in. */
export function WillItAskScreen({ initial, rights }: { initial: Foresight; rights: Rights }) {
  const say = useSay(policyWords);
  const reword = useReword();
  const [caller, setCaller] = useState<string>(initial.caller);
  const [words, setWords] = useState("");
  const [tried, setTried] = useState<string | null>(null);
  const [foresight, refresh] = useFresh({
    initial,
    read: () => readJson<Foresight>(`/api/policy/will-it-ask?caller=${encodeURIComponent(caller)}`),
    concerns: ({ type }) => type === "servers" || type === "policy" || type === "resync",
    key: caller,
  });
  const { callers, tools } = foresight;
  const byServer = [...Map.groupBy(tools, ({ server }) => server.id)].flatMap(([id, all]) => {
    const [first] = all;
    const shown = first && toolsWith({ title: first.server.title, tools: all }, words);
    return first === undefined || shown == null ? [] : [{ id, server: first.server, shown }];
  });
  return (
    <div className="flex flex-col gap-10">
      <PageTitle title={say("willItAsk")} />
      <section aria-labelledby="will-it-ask" className="flex flex-col gap-6">
        <div className="flex max-w-[40rem] flex-col gap-1">
          <h2 id="will-it-ask" className="font-serif text-title">
            {say("willItAsk")}
          </h2>
          <p className="text-muted">{say("severalSettingsDecideWhetherA")}</p>
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <SelectField
            label={say("whoCalls")}
            value={caller}
            onChange={({ target }) => setCaller(target.value)}
            options={callers.map((one) => [one.caller, reword(one.name)])}
          />
          {tools.length > mostUnsearched ? (
            <SearchField label={say("searchServersAndTools")} value={words} onWords={setWords} />
          ) : null}
        </div>
        {tools.length === 0 ? <p className="text-muted">{say("thereAreNoToolsYet")}</p> : null}
        {tools.length > 0 && byServer.length === 0 ? <p className="text-muted">{say("noServerOrToolHas")}</p> : null}
        {byServer.map(({ id, server, shown }) => (
          <section key={id} aria-label={server.title} className="flex flex-col gap-1">
            <h3 className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium wrap-anywhere">
                <VisibleText text={server.title} />
              </span>
              <span className="text-small text-muted">{server.trusted ? say("trusted") : say("notTrusted")}</span>
            </h3>
            <ul className="flex flex-col border-t border-line">
              {shown.map((tool: ForeseenTool) => (
                <ForeseenRow
                  key={tool.wireName}
                  tool={tool}
                  rights={rights}
                  onTry={() => setTried(tool.wireName)}
                  onChanged={() => void refresh()}
                />
              ))}
            </ul>
          </section>
        ))}
        <p className="max-w-[40rem] text-small text-muted">{say("theAnswersAreForThe")}</p>
      </section>
      {tools.length === 0 ? null : (
        <TryCall
          key={tried}
          tools={tools}
          caller={caller}
          callerName={reword(callers.find((one) => one.caller === caller)?.name ?? caller)}
          chosen={tried}
          rights={rights}
          onChoose={setTried}
          onChanged={() => void refresh()}
        />
      )}
    </div>
  );
}
