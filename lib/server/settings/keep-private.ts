import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, type Stats, statSync } from "node:fs";
import path from "node:path";

/** Permission bits of everybody but the owner. */
const others = 0o077;
const sticky = 0o1000;

/** The names of our own files. Other files there belong to tools; the directory protects them too. */
const ourFile =
  /^(?:countersign\.sqlite.*|lock(?:-journal)?|instance\.json|(?:audit-key\.pem|audit-head\.json|secrets\.key)(?:\.new)?|audit-stamps\.jsonl)$/;
const alsoThere = new Set(["workspace", "workspace-state", "lost+found"]);

/**
 * Makes sure that only our own user may open the data directory and our files in it (H10: private data directory),
 * creating the directory if need be. Tightens what is looser and ours; null then. Otherwise one sentence says why it
 * cannot be used. Does nothing on Windows, whose permissions differ.
 */
export function keepPrivate(dataDir: string): { problem: string } | null {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const me = process.geteuid?.();
    if (me === undefined) return null;
    const wrong = wrongDirectory(dataDir, me) ?? wrongFile(dataDir, me);
    return wrong === null ? null : { problem: `The data directory ${dataDir} ${wrong}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `The data directory ${dataDir} cannot be used: ${reason}.` };
  }
}

/** Makes an empty file that only we may read, unless it exists: SQLite itself would make it readable for everybody. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

const instead = "or set DATA_DIR to a directory that nobody else can open.";

/** The second half of a sentence, or null. */
function wrongDirectory(dataDir: string, me: number): string | null {
  // The owner of a link can redirect us anywhere.
  if (isForeignLink(lstatSync(dataDir), me))
    return `is a link of another user; give it to the one that runs this, ${instead}`;
  const stats = statSync(dataDir);
  if (stats.uid !== me)
    return `belongs to another user (${stats.uid}); give it to the one that runs this (${me}), ${instead}`;
  if ((stats.mode & others) === 0) return null;
  const names = readdirSync(dataDir);
  const isOurs = names.length === 0 || names.some((name) => ourFile.test(name) || alsoThere.has(name));
  // Tightening /tmp, or somebody's project, would break what others do there.
  if ((stats.mode & sticky) !== 0 || !isOurs)
    return `is open to other users and holds more than ours; close it with chmod 700, ${instead}`;
  return tighten(dataDir, 0o700) ? null : `is open to other users and cannot be closed; move it elsewhere, ${instead}`;
}

function wrongFile(dataDir: string, me: number): string | null {
  for (const name of readdirSync(dataDir).filter((one) => ourFile.test(one))) {
    const file = path.join(dataDir, name);
    const link = lstatSync(file);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return `holds ${name}, a link that leads nowhere; remove it.`;
    if (!stats.isFile()) return `holds ${name}, which is not a file; remove it.`;
    if (isForeignLink(link, me) || stats.uid !== me)
      return `holds ${name} of another user (${stats.uid}); give it to the one that runs this (${me}), or remove it.`;
    if ((stats.mode & others) !== 0 && !tighten(file, 0o600))
      return `holds ${name}, which is open to other users and cannot be closed; move everything elsewhere and set DATA_DIR.`;
  }
  return null;
}

/** Root can do everything anyway. */
function isForeignLink(stats: Stats, me: number): boolean {
  return stats.isSymbolicLink() && stats.uid !== me && stats.uid !== 0;
}

/** Some file systems accept any change of permissions and keep none. */
function tighten(place: string, mode: number): boolean {
  chmodSync(place, mode);
  return (statSync(place).mode & others) === 0;
}
