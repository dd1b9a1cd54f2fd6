import type { Dirent } from "node:fs";
import { opendir, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { FoldersOnPage } from "#lib/policies/changes/tools-page.ts";
import type { ProblemCode } from "#lib/server/http/problem.ts";

/** Names in one folder that are looked at, and folders that are listed. */
const mostNames = 20_000;
const mostFolders = 500;
const withinMs = 5_000;
/** A folder that never answers holds one of the few threads that read files. */
const mostAtOnce = 2;

type Refused = { refused: ProblemCode; message: string };

const order = new Intl.Collator("en", { numeric: true });
let underWay = 0;

/**
 * The folders in a folder of this machine, and nothing else of it; in the app's own user's home where none is named. A
 * link counts where it leads to a folder, and what it leads to is named once it is opened.
 */
export async function listFolders(
  asked: { path?: string | undefined; hidden: boolean },
  { late = AbortSignal.timeout(withinMs), most = mostFolders } = {},
): Promise<FoldersOnPage | Refused> {
  const named = asked.path ?? homedir();
  if (!path.isAbsolute(named)) return no("Write the whole path of the folder, from the root on.");
  if (underWay >= mostAtOnce)
    return { refused: "too-many", message: "Other folders are still being read. Try again soon." };
  underWay += 1;
  const reading = read(named, asked.hidden, most).finally(() => (underWay -= 1));
  const { promise: unanswered, resolve } = Promise.withResolvers<Refused>();
  const giveUp = () => resolve(no("This folder does not answer."));
  if (late.aborted) giveUp();
  late.addEventListener("abort", giveUp);
  return Promise.race([unanswered, reading]).finally(() => late.removeEventListener("abort", giveUp));
}

async function read(named: string, hidden: boolean, most: number): Promise<FoldersOnPage | Refused> {
  try {
    const real = await realpath(named);
    const names: string[] = [];
    let looked = 0;
    for await (const entry of await opendir(real)) {
      looked += 1;
      if (looked > mostNames) break;
      const { name } = entry;
      // In the entry of a server, `${` begins a variable of the app.
      if ((name.startsWith(".") && !hidden) || name.includes("${")) continue;
      if (await isFolder(entry, real)) names.push(name);
    }
    names.sort(order.compare);
    const folders = names.slice(0, most).map((name) => ({ name, path: path.join(real, name) }));
    return { steps: stepsTo(real), folders, isWhole: looked <= mostNames && names.length <= most };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return no("There is no such folder.");
    if (code === "ENOTDIR") return no("This is no folder.");
    if (code === "EACCES" || code === "EPERM") return no("The app may not read this folder.");
    return no("This folder cannot be read.");
  }
}

async function isFolder(entry: Dirent, within: string): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  // One that leads nowhere, or round and round, leads to no folder.
  const target = await stat(path.join(within, entry.name)).catch(() => null);
  return target?.isDirectory() ?? false;
}

/** From the root to the folder. */
function stepsTo(folder: string): FoldersOnPage["steps"] {
  const { root } = path.parse(folder);
  const names = path.relative(root, folder).split(path.sep).filter(Boolean);
  return [
    { name: root, path: root },
    ...names.map((name, at) => ({ name, path: path.join(root, ...names.slice(0, at + 1)) })),
  ];
}

function no(message: string): Refused {
  return { refused: "does-not-fit", message };
}
