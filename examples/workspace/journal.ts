import { constants } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { errorCode } from "./error-code.ts";

// A symbolic link in the place of a journal is refused, or its lines would land outside. Windows has no such flag.
const noFollow = constants.O_NOFOLLOW ?? 0;

/** Adds one entry to a file of JSON lines in the folder. */
export async function appendEntry(folder: string, name: string, entry: unknown): Promise<void> {
  const flag = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noFollow;
  await writeFile(join(folder, name), `${JSON.stringify(entry)}\n`, { flag });
}

/** The entries of a file of JSON lines, oldest first. Throws when a line is not an entry. */
export async function readEntries<Entry>(folder: string, name: string, schema: z.ZodType<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [index, line] of (await textOf(join(folder, name))).split("\n").entries()) {
    if (line === "") continue;
    try {
      entries.push(schema.parse(JSON.parse(line)));
    } catch (cause) {
      throw new Error(`Line ${index + 1} of ${name} is damaged. Repair or remove the file first.`, { cause });
    }
  }
  return entries;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, { encoding: "utf8", flag: constants.O_RDONLY | noFollow });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  }
}
