/** Why the last try failed, in words, below or beside what was tried; empty after a success. */
export function ProblemLine({ problem, large = false }: { problem: string | null; large?: boolean }) {
  if (problem === null) return null;
  return (
    <p role="alert" className={large ? "text-red" : "text-small text-red"}>
      {problem}
    </p>
  );
}
