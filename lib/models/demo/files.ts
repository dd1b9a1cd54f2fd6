import type { Reader, Wish } from "./wish.ts";
import { code } from "./help-text.ts";

/** A quoted name, or one that looks like a file: with a dot or a slash. */
const named = String.raw`(?:"(?<double>[^"\n]+)"|'(?<single>[^'\n]+)'|${"`"}(?<tick>[^${"`"}\n]+)${"`"}|(?<bare>[\w-]*[./][\w./-]*))`;
/** After "file" or "called", any word is a name. */
const called = String.raw`(?:(?:file|folder|directory)(?: called| named)?|called|named) (?<word>[\w./-]+)`;
const pronoun = "(?<it>it|that|this|that file|the file|this file)";
const article = "(?:(?:a|an|the|my|some) )?(?:(?:new|empty) )*";

const create = new RegExp(
  `^(?:create|make|touch|add) ${article}(?:${called}|(?:file )?(?:(?:called|named) )?${named})$`,
  "i",
);
const createWith = new RegExp(
  `^(?:create|make|write) ${article}(?:file )?(?:(?:called|named) )?${named}(?: with(?: the)?(?: content| text)?| containing| saying|:) (?<content>[^]+)$`,
  "i",
);
const makeFolder = new RegExp(
  `^(?:create|make|mkdir) ${article}(?:folder|directory) (?:(?:called|named) )?(?:${named}|(?<word>[\\w-]+))$`,
  "i",
);
const remove = new RegExp(
  `^(?:delete|remove|erase|rm) (?:${pronoun}|${article}(?:${called}|(?:file )?${named}))$`,
  "i",
);
const readOne = new RegExp(
  `^(?:read|show|open|print|cat|display)(?: me)? (?:${pronoun}|${article}(?:${called}|(?:file )?${named}))$`,
  "i",
);
const write = new RegExp(
  `^(?:write|save|put) (?<content>[^]+?) (?:to|into|in) (?:${pronoun}|(?:the )?(?:${called}|(?:file )?${named}))$`,
  "i",
);
const list =
  /^(?:(?:list|show|ls)(?: me)?(?: all)?(?: the| my| of the)? files|what files are there|which files are there|ls)(?: (?:in|of) (?:the )?(?:folder |directory )?(?<folder>[\w./-]+))?$/i;
const run = /^(?:run|execute)(?: the)?(?: command)?:? (?<command>[^\n]+)$/i;

/** Requests for the file tools and the `run_command` of the workspace server. */
export const fileRequests: Reader[] = [
  (text) => {
    const folder = list.exec(text)?.groups?.["folder"];
    if (!list.test(text)) return null;
    const place = !folder || /^(?:workspace|folder|directory)$/i.test(folder) ? null : folder;
    return {
      tool: "list_files",
      input: place === null ? {} : { path: place },
      intent: place === null ? "list the files" : `list the files in ${code(place)}`,
      done: "These are the files:",
      proof: null,
      shows: true,
    };
  },
  (text) => {
    const groups = createWith.exec(text)?.groups;
    const file = groups && fileOf(groups, null);
    return file ? writing(file, unquoted(groups["content"] ?? "")) : null;
  },
  (text) => {
    const groups = makeFolder.exec(text)?.groups;
    const folder = groups && fileOf(groups, null);
    return folder
      ? command(`mkdir ${word(folder)}`, `create the folder ${code(folder)}`, `Created the folder ${code(folder)}.`)
      : null;
  },
  (text) => {
    const file = fileIn(create, text, null);
    return file === null ? null : command(`touch ${word(file)}`, `create ${code(file)}`, `Created ${code(file)}.`);
  },
  (text, { lastFile }) => {
    const file = fileIn(remove, text, lastFile);
    return file === null ? null : command(`rm ${word(file)}`, `delete ${code(file)}`, `Deleted ${code(file)}.`);
  },
  (text, { lastFile }) => {
    const path = fileIn(readOne, text, lastFile);
    return path === null
      ? null
      : {
          tool: "read_file",
          input: { path },
          intent: `read ${code(path)}`,
          done: `This is in ${code(path)}:`,
          proof: null,
          shows: true,
        };
  },
  (text, { lastFile }) => {
    const groups = write.exec(text)?.groups;
    const file = groups && fileOf(groups, lastFile);
    return file ? writing(file, unquoted(groups["content"] ?? "")) : null;
  },
  (text) => {
    const line = run.exec(text)?.groups?.["command"];
    const plain = line && unquoted(line);
    return plain ? { ...command(plain, `run ${code(plain)}`, `Ran ${code(plain)}.`), shows: true } : null;
  },
];

/** The file of a wish, for a later "it". */
export function fileOfWish({ tool, input }: Wish): string | null {
  if (typeof input["path"] === "string" && tool !== "list_files") return input["path"];
  const match =
    typeof input["command"] === "string" ? /^(?:touch|rm) (?:"([^"]+)"|(\S+))$/.exec(input["command"]) : null;
  return match?.[1] ?? match?.[2] ?? null;
}

function command(line: string, intent: string, done: string): Wish {
  const proof = /^'[^]*' ended with exit code 0\b/;
  return { tool: "run_command", input: { command: line }, intent, done, proof, shows: false };
}

function writing(path: string, content: string): Wish {
  const intent = `write ${content.length} characters to ${code(path)}`;
  return {
    tool: "write_file",
    input: { path, content },
    intent,
    done: `Wrote ${code(path)}.`,
    proof: /^Wrote /,
    shows: false,
  };
}

function fileIn(pattern: RegExp, text: string, lastFile: string | null): string | null {
  const groups = pattern.exec(text)?.groups;
  return groups ? fileOf(groups, lastFile) : null;
}

function fileOf(groups: Record<string, string | undefined>, lastFile: string | null): string | null {
  if (groups["it"] !== undefined) return lastFile;
  return groups["double"] ?? groups["single"] ?? groups["tick"] ?? groups["bare"] ?? groups["word"] ?? null;
}

function unquoted(text: string): string {
  return /^(["'`])([^]*)\1$/.exec(text.trim())?.[2] ?? text.trim();
}

/** One word of a command line; a leading dash must not become an option. */
function word(name: string): string {
  const path = name.startsWith("-") ? `./${name}` : name;
  return /^[\w./-]+$/.test(path) ? path : `"${path}"`;
}
