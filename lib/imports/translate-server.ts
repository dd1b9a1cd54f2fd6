import { isJsonObject, type JsonObject, type JsonValue } from "#lib/untrusted/json.ts";
import { mixedScript } from "#lib/untrusted/mixed-script.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { askedIn, type Inputs, inOurVariables, withoutBareNames } from "./asked-values.ts";
import type { AskedValue, FoundEntry, FoundServer, ImportNote } from "./found-server.ts";
import { noteOnKey } from "./note-on-key.ts";

/** As much as the app takes of one server. */
const most = { characters: 4_000, words: 200, named: 100, asked: 50 };

const addresses = ["url", "httpUrl", "serverUrl"] as const;
/** Keys that are read; all others get a note. */
const read = new Set(
  "type transport command args env environment envFile cwd title enabled disabled url httpUrl serverUrl headers http_headers requestInit".split(
    " ",
  ),
);

type Where = { name: string; place: string; inputs: Inputs; isOff: boolean };

/** One server of a file in our words, with what is asked for it and what is not taken over. */
export function translateServer(written: JsonValue, { name, place, inputs, isOff }: Where): FoundServer {
  const found: FoundServer = {
    name,
    place,
    id: idOf(name),
    entry: {},
    asked: [],
    notes: [],
    isOff,
    problem: null,
  };
  if (!isJsonObject(written)) return { ...found, problem: "It is no object with a command or an address." };
  const texts = new Texts(inputs);
  const entry = entryOf(written, texts);
  if (entry !== null) {
    const title = titleOf(typeof written["title"] === "string" ? written["title"] : name, found.id, texts);
    if (title !== null) entry.title = title;
  }
  const keys = Object.keys(written);
  if (keys.length > most.named) texts.fail(`It has more than ${most.named} keys.`);
  const notes = keys.slice(0, most.named).flatMap((key) => (read.has(key) ? [] : (noteOnKey(key, written[key]) ?? [])));
  return {
    ...found,
    entry: entry ?? {},
    asked: texts.asked,
    notes: [...texts.notes, ...notes],
    isOff: isOff || written["disabled"] === true || written["enabled"] === false,
    problem: texts.problem ?? (entry === null ? "It has neither a command nor an address." : null),
  };
}

function entryOf(written: JsonObject, texts: Texts): FoundEntry | null {
  const { command, args = [], cwd, envFile } = written;
  const address = addresses.map((key) => written[key]).find((value) => typeof value === "string");
  const words = [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [args])];
  if (command !== undefined && address !== undefined) texts.fail("It has both a command and an address.");
  if (command !== undefined) {
    const [program = "", ...rest] = texts.list(words, "its command");
    if (program === "") texts.fail("Its command is empty.");
    const env = texts.named(written["env"] ?? written["environment"], "variable");
    if (envFile !== undefined) texts.askForLines(envFile);
    if (typeof cwd === "string" && !/^(?:[/\\]|[A-Za-z]:|\$\{)/.test(cwd)) {
      const sentence = "It starts in a folder that counts from that of Countersign’s own files.";
      texts.notes.push({ sentence, limits: true });
    }
    return {
      command: program,
      args: rest,
      ...(Object.keys(env).length > 0 && { env }),
      ...(typeof cwd === "string" && { cwd: texts.text(cwd, "cwd") }),
    };
  }
  if (address === undefined) return null;
  const url = texts.text(address, "its address");
  const headers = texts.named(written["headers"] ?? written["http_headers"] ?? headersIn(written), "header");
  for (const unused of ["env", "envFile", "cwd"] as const) {
    if (unused in written)
      texts.notes.push({ sentence: `“${unused}” is ignored: an address has none.`, limits: false });
  }
  const isSse = speaksSse(url, written["type"] ?? written["transport"]);
  return { ...(isSse && { type: "sse" as const }), url, ...(Object.keys(headers).length > 0 && { headers }) };
}

/** By what the file says; where it says nothing, by the usual end of such addresses. */
function speaksSse(url: string, type: JsonValue | undefined): boolean {
  return type === undefined ? /\/sse\/?$/.test(url) : type === "sse";
}

function headersIn({ requestInit }: JsonObject): JsonValue | undefined {
  return isJsonObject(requestInit) ? requestInit["headers"] : undefined;
}

/** Takes over texts, bounded, and gathers what is to be asked and said. */
class Texts {
  readonly asked: AskedValue[] = [];
  readonly notes: ImportNote[] = [];
  problem: string | null = null;
  readonly #inputs: Inputs;

  constructor(inputs: Inputs) {
    this.#inputs = inputs;
  }

  fail(problem: string): void {
    this.problem ??= problem;
  }

  text(written: string, named: string): string {
    if (written.length > most.characters) this.fail(`A text in ${named} is longer than ${most.characters} characters.`);
    if (written.includes("\0")) this.fail("A text in it contains the character U+0000, which no text may.");
    // What cannot be added needs no more work.
    if (this.problem !== null) return written.slice(0, most.characters);
    const text = inOurVariables(written);
    for (const asked of askedIn(text, named, this.#inputs)) {
      const same = this.asked.find(({ key }) => key === asked.key);
      if (same === undefined) this.asked.push(asked);
      else same.isSecret ||= asked.isSecret;
    }
    if (this.asked.length > most.asked) this.fail(`It needs more than ${most.asked} values.`);
    return text;
  }

  list(words: readonly (JsonValue | undefined)[], named: string): string[] {
    if (words.length > most.words) this.fail(`It has more than ${most.words} arguments.`);
    return words.slice(0, most.words + 1).map((word) => {
      if (word === undefined || word === null || typeof word === "object") this.fail(`A word of ${named} is no text.`);
      return this.text(typeof word === "object" ? "" : String(word ?? ""), named);
    });
  }

  named(values: JsonValue | undefined, kind: "variable" | "header"): Record<string, string> {
    if (values === undefined || values === null) return {};
    if (!isJsonObject(values)) {
      this.fail(`Its ${kind}s are no names with values.`);
      return {};
    }
    const entries = Object.entries(values);
    if (entries.length > most.named) this.fail(`It has more than ${most.named} ${kind}s.`);
    return Object.fromEntries(
      entries.slice(0, most.named).flatMap(([name, value]): [string, string][] => {
        if (kind === "variable" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
          this.fail(`${JSON.stringify(name)} is no name of a variable.`);
        if (value === null) {
          this.notes.push({ sentence: `The ${kind} ${name} is left out: it has no value.`, limits: false });
          return [];
        }
        if (typeof value === "object") this.fail(`The value of ${name} is no text.`);
        return [[name, this.text(typeof value === "object" ? "" : withoutBareNames(String(value)), name)]];
      }),
    );
  }

  askForLines(file: JsonValue): void {
    const named = [file].flat().map((each) => (typeof each === "string" ? each : "a file"));
    this.asked.push({
      key: "env",
      label: `Variables of ${named.join(", ")}`,
      hint: "That file is not read. Give what the server needs of it, one NAME=value a line.",
      isSecret: true,
      isLines: true,
      isFolder: false,
      choices: [],
      preset: "",
      otherwise: "",
    });
  }
}

/** Cards show a title to whoever approves, so it must not hide or imitate anything. */
function titleOf(text: string, id: string, { notes }: Texts): string | null {
  const title = text.trim();
  if (title === id || title === "") return null;
  if (title.length <= 80 && visibleText(title) === title && !title.includes("\n") && mixedScript(title) === null) {
    return title;
  }
  const sentence = `Its name is not taken over: it is long, hides characters or imitates other letters. It is called ${id} here.`;
  notes.push({ sentence, limits: true });
  return null;
}

function idOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .slice(0, 40)
    .replaceAll(/^[-_]+|(?<![-_])[-_]+$/g, "");
  return plain === "" ? "server" : plain;
}
