import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ChatChunk } from "#lib/chat/chat-message.ts";
import { SaidTooMuch } from "#lib/models/bounded.ts";

/** Characters of one step, which would fill memory and store (G26). Each piece counts for a few beside its text. */
const mostSaid = 4_000_000;
const ofPiece = 16;
/** Each part of an answer costs as much again as all before it: thousands would stop the process. */
const ofPart = 2_500;
/** Calls of one step: more than any model proposes at once, or any person can sign. */
const mostCalls = 200;

type Said = ChatChunk | LanguageModelV4StreamPart;

/** Measures what a model says in one step. */
export class StepMeter {
  #said = 0;
  #calls = 0;
  /** Texts and calls that began and did not end. */
  readonly #begun = new Set<string>();

  /** Throws where it is too much. */
  add(said: Said): void {
    this.#said += ofPiece + lengthOf(said) + (this.#isPart(said) ? ofPart : 0);
    if (this.#said > mostSaid || this.#calls > mostCalls) throw new SaidTooMuch();
  }

  /** Whether it begins a part. The end of none counts as one too. */
  #isPart(said: Said): boolean {
    switch (said.type) {
      case "custom":
      case "file":
      case "reasoning-file":
        return true;
      case "text-start":
        return this.#begins(`text:${said.id}`);
      case "text-end":
        return !this.#begun.delete(`text:${said.id}`);
      case "reasoning-start":
        return this.#begins(`reasoning:${said.id}`);
      case "reasoning-end":
        return !this.#begun.delete(`reasoning:${said.id}`);
      case "tool-input-start":
        this.#calls += 1;
        return this.#begins(`call:${"id" in said ? said.id : said.toolCallId}`);
      case "tool-input-available": {
        const isPart = !this.#begun.delete(`call:${said.toolCallId}`);
        if (isPart) this.#calls += 1;
        return isPart;
      }
      default:
        return false;
    }
  }

  #begins(key: string): true {
    this.#begun.add(key);
    return true;
  }
}

function lengthOf(said: Said): number {
  if (said.type === "text-delta" || said.type === "reasoning-delta") return said.delta.length;
  return "inputTextDelta" in said ? said.inputTextDelta.length : lengthWithin(mostSaid, said);
}

/** About the length of its JSON. What is too much is not measured to its end: a library may have gathered it for long. */
function lengthWithin(most: number, value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 5;
  let length = 2;
  for (const [key, member] of Object.entries(value)) {
    length += key.length + 4 + lengthWithin(most - length, member);
    if (length > most) break;
  }
  return length;
}
