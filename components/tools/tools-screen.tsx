"use client";

import { FileInput, Plus } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { needsReview, type ToolsPage } from "#lib/policies/changes/tools-page.ts";
import { readableText } from "#lib/untrusted/visible-text.ts";
import { PageBody } from "#components/ui/page-body.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { readJson, useFresh } from "#components/browser/use-fresh.ts";
import { SearchField } from "#components/ui/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { AddServer } from "#components/tools/servers/add-server.tsx";
import { ImportServers } from "./import-servers.tsx";
import { KnownList } from "./known-list.tsx";
import { reviewAddress } from "./review-links.tsx";
import type { Rights } from "./rights.ts";
import { ServerSection } from "#components/tools/servers/server-section.tsx";
import { toolsWith } from "./tools-with.ts";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { toolWords } from "#components/tools/words.en.ts";

/** A page of more servers has a search. */
const mostUnsearched = 8;

/** Every tool server with its tools: what they claim, who vouches for it, and how closely people watch them. */
export function ToolsScreen({ initial, rights }: { initial: ToolsPage; rights: Rights }) {
  const say = useSay(toolWords);
  const reword = useReword();
  const [open, setOpen] = useState<"add" | "import" | null>(null);
  const [words, setWords] = useState("");
  const [page, refresh] = useFresh({
    initial,
    read: () => readJson<ToolsPage>("/api/tools"),
    concerns: ({ type }) => type === "servers" || type === "policy" || type === "resync",
  });
  const { servers, signIns = [], said, waiting } = page;
  const asked = useSearchParams().get("review");
  const review = (id: string) => (isOpen: boolean) =>
    // A second reading of the page would lose the person's place.
    window.history.replaceState(null, "", isOpen ? reviewAddress(id) : "/tools");
  const sought = useRef<string | null>(null);
  useEffect(() => {
    const heading = sought.current === null ? null : document.getElementById(`server-${sought.current}`);
    if (heading === null) return;
    sought.current = null;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start" });
  }, [page]);
  const added = (id?: string) => {
    sought.current = id ?? null;
    void refresh();
  };
  const first = servers.find(
    ({ tools, instructions, confirm }) =>
      confirm !== null || [...tools, ...(instructions === null ? [] : [instructions])].some(needsReview),
  );
  const isLong = servers.length > mostUnsearched;
  const shown = servers.flatMap((server) => {
    const tools = toolsWith(server, isLong ? words : "");
    return tools === null ? [] : [{ server, tools }];
  });
  return (
    <div className="flex h-full min-w-0 flex-col">
      <title>{say("pageTitle", { waiting })}</title>
      <PageHeader title={say("tools")}>
        {rights.manage ? (
          <>
            <Button tight onClick={() => setOpen("import")}>
              <FileInput aria-hidden="true" className="size-4 max-sm:hidden" strokeWidth={1.75} />
              {say("import")}
            </Button>
            <Button tight onClick={() => setOpen("add")}>
              <Plus aria-hidden="true" className="size-4 max-sm:hidden" strokeWidth={1.75} />
              {say("addServer")}
            </Button>
          </>
        ) : null}
      </PageHeader>
      <PageBody>
        <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-12 px-4 py-8">
          <p aria-live="polite" className="max-w-[38rem] text-muted">
            {waiting === 0 || first === undefined
              ? say("asSetHere")
              : say.rich("thingsNeedReview", {
                  waiting,
                  manage: rights.manage ? "yes" : "no",
                  link: (held) => (
                    <Link
                      href={first.confirm === null ? reviewAddress(first.id) : `#server-${first.id}`}
                      className="font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
                    >
                      {held}
                    </Link>
                  ),
                })}
          </p>
          {said.length === 0 ? null : (
            <ul className="flex flex-col gap-1 text-small text-red">
              {said.map((sentence) => (
                <li key={sentence} className="wrap-anywhere">
                  {readableText(reword(sentence))}
                </li>
              ))}
            </ul>
          )}
          {isLong ? <SearchField label={say("searchServersAndTools")} value={words} onWords={setWords} /> : null}
          {shown.length === 0 ? <p className="text-muted">{say("nothingFound")}</p> : null}
          {shown.map(({ server, tools }) => (
            <ServerSection
              key={server.id}
              server={server}
              signIn={signIns.find(({ serverId }) => serverId === server.id) ?? null}
              shown={tools}
              rights={rights}
              onChanged={() => void refresh()}
              isReviewed={asked === server.id}
              onReview={review(server.id)}
            />
          ))}
          {rights.manage ? <KnownList servers={servers} rights={rights} onAdded={added} /> : null}
        </div>
      </PageBody>
      {open === "add" ? <AddServer programs={rights.programs} onAdded={added} onClose={() => setOpen(null)} /> : null}
      {open === "import" ? (
        <ImportServers servers={servers} rights={rights} onAdded={added} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  );
}
