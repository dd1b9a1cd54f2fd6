import type { UnmatchedPattern } from "#lib/policies/drafts/unmatched-patterns.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Says of which tools a rule speaks that nobody has, and what was probably meant. */
export function UnmatchedNote({
  unmatched,
  server,
}: {
  unmatched: readonly UnmatchedPattern[];
  server: string | null;
}) {
  if (unmatched.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 rounded-md border border-amber bg-amber-soft px-3 py-2 text-small">
      {unmatched.map(({ pattern, similar, elsewhere }) => (
        <li key={pattern} className="wrap-anywhere">
          No tool{" "}
          {server === null ? null : (
            <>
              on <VisibleText text={server} />{" "}
            </>
          )}
          {pattern.includes("*") ? "fits" : "is called"} <Name text={pattern} />.
          {similar.length === 0 ? null : (
            <>
              {" "}
              Similar: <Names names={similar} />.
            </>
          )}
          {elsewhere.length === 0 ? null : (
            <>
              {" "}
              There is one on <Names names={elsewhere} />.
            </>
          )}
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
  return names.map((name, at) => (
    <span key={name}>
      {at === 0 ? null : at === names.length - 1 ? " and " : ", "}
      <Name text={name} />
    </span>
  ));
}
