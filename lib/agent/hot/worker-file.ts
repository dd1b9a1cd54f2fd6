import { type Document, LineCounter } from "yaml";
import { z } from "zod";
import { documentsIn } from "#lib/policies/file/documents-in.ts";
import type { Worker } from "./worker.ts";

const name = /^[a-z][a-z0-9_-]{0,39}$/;

const worker = z.strictObject({
  description: z.string("must say in a sentence what the agent is good for").min(1).max(1_000),
  instructions: z.string("must be a text").min(1).max(20_000),
  model: z.string("must be a key of MODEL").min(1).optional(),
  tools: z
    .array(
      z.string().regex(/^[^/]+\/.+$/, "must be server/tool, like workspace/read_*"),
      "must be a list like [workspace/read_*]",
    )
    .default([]),
  agents: z.array(z.string(), "must be a list of names").default([]),
});

const file = z.strictObject({ agents: z.record(z.string(), worker, "must have one entry per agent") });

/**
 * Reads `agents.yaml`. `problem` is a sentence that says what is wrong in which line; `models` are the keys that `MODEL`
 * offers.
 */
export function parseWorkerFile(
  text: string,
  { models }: { models: readonly string[] },
): { workers: Worker[] } | { problem: string } {
  const lines = new LineCounter();
  const documents = documentsIn(text, lines);
  if (documents === null) return { problem: "agents.yaml, line 1: the file is nested too deeply to be read." };
  const [document, second] = documents;
  if (document === undefined) return { workers: [] };
  if (second)
    return { problem: `agents.yaml, line ${lines.linePos(second.range[0]).line}: only one document is allowed.` };
  const lineOf = (path: PropertyKey[]) => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)) {
        return lines.linePos(Number(node.range[0])).line;
      }
    }
    return 1;
  };
  const wrong = (path: PropertyKey[], message: string) => ({
    problem: `agents.yaml, line ${lineOf(path)}: ${path.map(String).join(".") || "the file"} ${message}.`,
  });
  const [unreadable] = document.errors;
  if (unreadable) {
    const [message = ""] = unreadable.message.split("\n");
    return { problem: `agents.yaml, line ${lines.linePos(unreadable.pos[0]).line}: ${message}` };
  }
  const written = plainOf(document);
  if (written === null) return { problem: "agents.yaml, line 1: names with & and * are not used here." };
  const parsed = file.safeParse(written);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return wrong(issue?.path ?? [], issue?.message ?? "is not usable");
  }
  const { agents } = parsed.data;
  for (const [key, { model, agents: others }] of Object.entries(agents)) {
    if (!name.test(key)) return wrong(["agents", key], "must be a short name of small letters, digits, - and _");
    if (model !== undefined && !models.includes(model)) {
      return wrong(["agents", key, "model"], `names "${model}", which MODEL does not offer`);
    }
    const unknown = others.find((other) => !Object.hasOwn(agents, other));
    if (unknown !== undefined) return wrong(["agents", key, "agents"], `names "${unknown}", which is no agent here`);
  }
  return {
    workers: Object.entries(agents).map(([key, written]) => ({ ...written, name: key, model: written.model ?? null })),
  };
}

/** Null for a document with aliases: a few lines of them can stand for more than fits into memory. */
function plainOf(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 }) ?? { agents: {} };
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}
