import { constants } from "node:fs";
import { lstat, mkdir, open, readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { errorCode } from "./error-code.ts";
import { locate } from "./inside-folder.ts";
import { done, notDone } from "./tool-result.ts";
import type { Workspace } from "./workspace.ts";

const readLimitBytes = 200_000;
const writeLimitCharacters = 1_000_000;
const listLimit = 500;

/** Listing, reading and writing files; never outside the folder, not even through a symbolic link. */
export function registerFileTools(server: McpServer, { folder }: Workspace): void {
  const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

  server.registerTool(
    "list_files",
    {
      title: "List files",
      description:
        "Lists the files and folders in the workspace folder, or in one of its subfolders, at every depth and with sizes in bytes.",
      inputSchema: z.object({ path: pathOf("Folder to list").optional() }),
      annotations: readOnly,
    },
    ({ path }) => at(folder, path ?? ".", (real) => list(folder, real)),
  );

  server.registerTool(
    "read_file",
    {
      title: "Read a file",
      description: `Returns the text of one file in the workspace folder, at most its first ${readLimitBytes} bytes.`,
      inputSchema: z.object({ path: pathOf("File to read") }),
      annotations: readOnly,
    },
    ({ path }) => at(folder, path, (real) => read(real, path)),
  );

  server.registerTool(
    "write_file",
    {
      title: "Write a file",
      description:
        "Writes a text file in the workspace folder and creates missing folders on the way. Replaces the whole content of a file that already exists.",
      inputSchema: z.object({
        path: pathOf("File to write"),
        content: z.string().max(writeLimitCharacters).describe("The complete new content of the file"),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ path, content }) => at(folder, path, (real) => write(real, path, content)),
  );
}

function pathOf(what: string) {
  return z.string().min(1).max(1000).describe(`${what}; a path relative to the workspace folder`);
}

/** Does the work at the real path, or says in a sentence why nothing can be done there. */
async function at(
  folder: string,
  path: string,
  work: (realPath: string) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const location = await locate(folder, path);
  if (location.where === "outside") return notDone("failed", `'${path}' is outside the workspace folder.`);
  if (location.where === "nowhere") return notDone("failed", `'${path}' does not lead to a file or folder.`);
  try {
    return await work(location.path);
  } catch (error) {
    const sentence = sentences.get(errorCode(error) ?? "");
    if (sentence === undefined) throw error;
    return notDone("failed", `'${path}' ${sentence}.`);
  }
}

const sentences = new Map([
  ["ENOENT", "does not exist"],
  ["ENOTDIR", "is not a folder"],
  ["EEXIST", "needs a folder where there is a file"],
  ["EISDIR", "is a folder, not a file"],
  ["ELOOP", "is a symbolic link, which this tool does not follow"],
  ["ENXIO", "is not a regular file"],
  ["EACCES", "is not accessible: permission denied"],
  ["ENAMETOOLONG", "is too long for a file name"],
]);

async function list(folder: string, start: string): Promise<CallToolResult> {
  const lines: string[] = [];
  const waiting = [start];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    const names = (await readdir(directory)).toSorted();
    for (const name of names) {
      if (lines.length === listLimit) {
        return done(`${lines.join("\n")}\nThere is more; only the first ${listLimit} entries are shown.`);
      }
      const path = join(directory, name);
      const entry = await lstat(path);
      const shown = relative(folder, path).replaceAll(sep, "/");
      if (entry.isDirectory()) waiting.push(path);
      lines.push(entry.isDirectory() ? `${shown}/` : `${shown}  ${entry.isSymbolicLink() ? "link" : entry.size}`);
    }
  }
  return done(lines.length === 0 ? "The folder is empty." : lines.join("\n"));
}

async function read(realPath: string, path: string): Promise<CallToolResult> {
  const file = await open(realPath, constants.O_RDONLY | careful);
  try {
    const found = await file.stat();
    if (found.isDirectory()) return notDone("failed", `'${path}' is a folder, not a file.`);
    if (!found.isFile()) return notDone("failed", `'${path}' is not a regular file.`);
    const { size } = found;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, readLimitBytes)));
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return notDone("failed", `'${path}' is not a text file.`);
    // `stream` leaves out a character that the limit cut in half.
    const text = new TextDecoder().decode(bytes, { stream: true });
    const rest = size > bytesRead ? `\n[Only the first ${bytesRead} of ${size} bytes are shown.]` : "";
    const said = done(text === "" ? `'${path}' is empty.` : text + rest);
    // For programs that compare files: our words are no part of the file.
    return { ...said, _meta: { "workspace/file": { size, shown: bytesRead } } };
  } finally {
    await file.close();
  }
}

async function write(realPath: string, path: string, content: string): Promise<CallToolResult> {
  await mkdir(dirname(realPath), { recursive: true });
  const file = await open(realPath, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | careful);
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
  return done(`Wrote ${Buffer.byteLength(content)} bytes to '${path}'.`);
}

// The path is already real: a link that takes its place a moment later is refused. And opening a named pipe does not
// wait for its other end. Windows has neither flag.
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
