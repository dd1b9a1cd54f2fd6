/** Why the last try failed, in words, below or beside what was tried; nothing while nothing did. */
export function ProblemLine({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <p role="alert" className="text-small text-red">
      {problem}
    </p>
  );
}
