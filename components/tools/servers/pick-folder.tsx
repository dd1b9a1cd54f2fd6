"use client";

import { Folder } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { FoldersOnPage } from "#lib/policies/changes/tools-page.ts";
import { refusalOf, request } from "#components/browser/request.ts";
import { useSay } from "#components/browser/speech.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { type ToolSay, toolWords } from "#components/tools/words.en.ts";

type Props = {
  /** Where it begins; in the app's own user's home where that is empty, or no folder. */
  from: string;
  onPick: (path: string) => void;
  onClose: () => void;
};

/** Goes through the folders of the machine that runs the app, and picks one. */
export function PickFolder({ from, onPick, onClose }: Props) {
  const say = useSay(toolWords);
  const [listed, setListed] = useState<FoldersOnPage | null>(null);
  const [hidden, setHidden] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const here = useRef<HTMLButtonElement>(null);
  const turn = useRef(0);

  const open = async (path: string, isHiddenToo: boolean): Promise<boolean> => {
    turn.current += 1;
    const mine = turn.current;
    const read = await readFolders(say, path, isHiddenToo);
    // Another folder was opened meanwhile.
    if (mine !== turn.current) return true;
    setProblem("problem" in read ? read.problem : null);
    if ("problem" in read) return false;
    setListed(read);
    return true;
  };
  const begin = useRef(async () => {
    if (from === "" || !(await open(from, false))) await open("", false);
  });
  useEffect(() => void begin.current(), []);
  useEffect(() => {
    // The pressed folder is on the list no more.
    if (listed !== null && document.activeElement === document.body) here.current?.focus();
  }, [listed]);

  const path = listed?.steps.at(-1)?.path ?? null;
  return (
    <Dialog title={say("chooseAFolder")} className="max-h-[calc(100dvh-2rem)]" onClose={onClose}>
      <div className="mt-3 flex flex-col gap-4">
        <p className="text-muted">{say("foldersOfTheMachine")}</p>
        <nav aria-label={say("whereYouAre")}>
          <ol className="flex flex-wrap items-center gap-1">
            {listed?.steps.map((step) => (
              <li key={step.path} className="min-w-0">
                <Button
                  tight
                  look={step.path === path ? "secondary" : "quiet"}
                  className="font-mono wrap-anywhere"
                  aria-current={step.path === path ? "location" : undefined}
                  ref={step.path === path ? here : undefined}
                  onClick={() => void open(step.path, hidden)}
                >
                  <span>
                    <VisibleText text={step.name} />
                  </span>
                </Button>
              </li>
            ))}
          </ol>
        </nav>
        <ScrollArea label={say("foldersInHere")} className="h-[40dvh] rounded-md border border-line">
          {listed?.folders.length === 0 ? <p className="p-3 text-muted">{say("noFoldersInHere")}</p> : null}
          <ul>
            {listed?.folders.map((folder) => (
              <li key={folder.path}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center gap-2 px-3 text-start hover:bg-sunk focus-visible:-outline-offset-2"
                  onClick={() => void open(folder.path, hidden)}
                >
                  <Folder aria-hidden="true" className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
                  <span className="min-w-0 wrap-anywhere">
                    <VisibleText text={folder.name} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </ScrollArea>
        {listed === null || listed.isWhole ? null : <p className="text-small text-muted">{say("notAllFolders")}</p>}
        <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={hidden}
            className="size-5 accent-ink"
            onChange={({ target }) => {
              setHidden(target.checked);
              void open(path ?? "", target.checked);
            }}
          />
          {say("hiddenFoldersToo")}
        </label>
        <ProblemLine problem={problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {say("cancel")}
          </Button>
          <Button look="primary" disabled={path === null} onClick={() => path !== null && onPick(path)}>
            {say("useThisFolder")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Never rejects. An empty path: the home of the app's own user. */
async function readFolders(say: ToolSay, path: string, hidden: boolean): Promise<FoldersOnPage | { problem: string }> {
  const asked = new URLSearchParams({ ...(path !== "" && { path }), ...(hidden && { hidden: "1" }) });
  try {
    const response = await request("GET", `/api/servers/folders?${asked.toString()}`);
    if (!response.ok) return { problem: await refusalOf(response) };
    // Our own server answers 200 with exactly this.
    return (await response.json()) as FoldersOnPage;
  } catch (error) {
    console.error("Folders could not be read.", error);
    return { problem: say("appNotReached") };
  }
}
