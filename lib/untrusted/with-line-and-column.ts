/** The strict reader counts characters; editors show lines. */
export function withLineAndColumn(problem: string, text: string): string {
  return problem.replace(/at character (\d+)/, (_, position: string) => {
    const before = text.slice(0, Number(position) - 1);
    const line = before.split("\n").length;
    return `line ${line}, column ${before.length - before.lastIndexOf("\n")}`;
  });
}
