import type { UnmatchedPattern } from "#lib/policies/drafts/unmatched-patterns.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { policyWords } from "#components/settings/policies/words.en.ts";

/** Says of which tools a rule speaks that nobody has, and what was probably meant. */
export function UnmatchedNote({
  unmatched,
  server,
}: {
  unmatched: readonly UnmatchedPattern[];
  server: string | null;
}) {
  const say = useSay(policyWords);
  if (unmatched.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-md border border-amber bg-amber-soft px-3 py-2 text-small">
      {unmatched.map(({ pattern, similar, elsewhere }) => (
        <li key={pattern} className="wrap-anywhere">
          {say.rich("noToolServerFitsIs", {
            server: server === null ? null : <>{say.rich("onServer", { server: <VisibleText text={server} /> })} </>,
            includes: pattern.includes("*") ? "yes" : "no",
            pattern: <Name text={pattern} />,
            similar:
              similar.length === 0 ? null : <> {say.rich("similarSimilar", { similar: <Names names={similar} /> })}</>,
            elsewhere:
              elsewhere.length === 0 ? null : (
                <> {say.rich("thereIsOneOnElsewhere", { elsewhere: <Names names={elsewhere} /> })}</>
              ),
          })}
        </li>
      ))}
    </ul>
  );
}

function Name({ text }: { text: string }) {
  return (
    <code className="font-mono">
      <VisibleText text={text} />
    </code>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const say = useSay(policyWords);
  return names.map((name, at) => (
    <span key={name}>
      {at === 0 ? null : at === names.length - 1 ? ` ${say("and")} ` : ", "}
      <Name text={name} />
    </span>
  ));
}
