import { spawnSync } from "node:child_process";

/**
 * Files that differ from the point where this branch left the main one, uncommitted ones included; on an unchanged main
 * branch the files of its last commit.
 */
export function changedFiles(root: string): string[] {
  const base = ["origin/main", "main"].map((main) => git(root, "merge-base", "HEAD", main)[0]).find(Boolean) ?? "HEAD";
  const differing = (from: string) => git(root, "diff", "--name-only", from);
  const files = [...differing(base), ...git(root, "ls-files", "--others", "--exclude-standard")];
  return files.length > 0 ? files : differing("HEAD~1");
}

function git(root: string, ...args: string[]): string[] {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}
