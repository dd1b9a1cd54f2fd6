import Link from "next/link";
import { ruleWordsIn } from "#lib/policies/rule-words-in.ts";
import type { ForeseenTool } from "#lib/policies/changes/foreseen.ts";
import type { Say } from "#lib/words/say.ts";
import type { Rights } from "#components/tools/rights.ts";
import { ToolName } from "#components/tools/tool-name.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { DecidedBy } from "./decided-by.tsx";
import { ForeseenBadge } from "./foreseen-badge.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

type Props = { tool: ForeseenTool; rights: Rights; onTry: () => void; onChanged: () => void };

/** One tool: the answer, what decides it and the switch, and what else may. */
export function ForeseenRow({ tool, rights, onTry, onChanged }: Props) {
  const say = useSay(policyWords);
  const speech = useSpeech();
  const { name, title, answer, depends } = tool;
  const also = dependsWords(say, depends);
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 sm:flex-row sm:gap-4">
      <div className="shrink-0 sm:w-28">
        <ForeseenBadge answer={answer} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="wrap-anywhere">
          <ToolName title={title} name={name} strong />
        </p>
        <DecidedBy answer={answer} tool={tool} rights={rights} onChanged={onChanged} />
        {rights.manage ? (
          <p className="text-small">
            <Link
              href={`/settings/policies?${new URLSearchParams({ server: tool.server.id, tool: name }).toString()}#draft`}
              prefetch={false}
              aria-label={say("draftARuleForName", { name })}
              className="inline-flex items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
            >
              {say("draftARule")}
            </Link>
          </p>
        ) : null}
        {also === null ? null : (
          <div className="flex flex-col gap-1 text-small">
            <p>
              {also}{" "}
              <Button
                look="quiet"
                tight
                className="-ms-2 pointer-coarse:min-h-11"
                aria-label={say("tryACallOfName", { name })}
                onClick={onTry}
              >
                {say("tryACall")}
              </Button>
            </p>
            {depends.words.map((words) => (
              <p key={words} className="text-muted wrap-anywhere">
                <VisibleText text={ruleWordsIn(speech, words)} />
              </p>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

/** What may change the answer for some arguments, in a sentence. */
function dependsWords(
  say: Say<typeof policyWords.english>,
  { rules, grants, code }: ForeseenTool["depends"],
): string | null {
  const what = [
    rules === 0 ? null : say("rulesWithConditions", { rules }),
    grants ? say("aLimitedGrantOfYours") : null,
    code ? say("aPolicyInCode") : null,
  ].filter((one) => one !== null);
  const last = what.at(-1);
  if (last === undefined) return null;
  const first = what.slice(0, -1).join(", ");
  return say("someCallsMayDiffer", {
    what: first === "" ? last : say("firstAndLast", { first, last }),
    many: what.length === 1 && rules < 2 ? "no" : "yes",
  });
}
