import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, sep } from "node:path";
import { errorCode } from "./error-code.ts";

/** `nowhere`: the path cannot be followed to its end (a missing folder before `..`, a file used as a folder). */
type Location = { where: "inside"; path: string } | { where: "outside" } | { where: "nowhere" };

/**
 * Follows a path like the kernel does, symbolic links included, and says whether it ends inside the folder. The last
 * parts may be missing: a file about to be created has a place too. `folder` must be a real path.
 */
export async function locate(folder: string, path: string): Promise<Location> {
  if (path === "" || path.includes("\0")) return { where: "nowhere" };
  const root = isAbsolute(path) ? parse(path).root : "";
  const parts = path.slice(root.length).split(sep === "\\" ? /[\\/]/ : "/");
  let current = root === "" ? folder : root;
  for (const [position, part] of parts.entries()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      // Right because `current` is always a real path; on a link's own name it would be wrong.
      current = dirname(current);
      continue;
    }
    const next = join(current, part);
    const found = await kindOf(next);
    if (found === "missing") {
      const rest = parts.slice(position + 1);
      return rest.includes("..") ? { where: "nowhere" } : within(folder, join(next, ...rest));
    }
    if (found === "unreachable") return { where: "nowhere" };
    const target = found === "link" ? await targetOf(next) : next;
    // A link to nothing is a way out as well: writing through it would create its target.
    if (target === null) return { where: "outside" };
    current = target;
  }
  return within(folder, current);
}

function within(folder: string, path: string): Location {
  return path === folder || path.startsWith(folder + sep) ? { where: "inside", path } : { where: "outside" };
}

async function kindOf(path: string): Promise<"link" | "other" | "missing" | "unreachable"> {
  try {
    return (await lstat(path)).isSymbolicLink() ? "link" : "other";
  } catch (error) {
    return errorCode(error) === "ENOENT" ? "missing" : "unreachable";
  }
}

async function targetOf(link: string): Promise<string | null> {
  try {
    return await realpath(link);
  } catch {
    // Dangling, looping or not readable: null says so, and the caller treats it as a way out.
    return null;
  }
}
