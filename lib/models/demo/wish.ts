import type { JsonObject } from "#lib/untrusted/json.ts";

/** One call that a person's words ask for, and how the demo model speaks of it. */
export type Wish = {
  /** The tool's own name, or its wire name. */
  tool: string;
  input: JsonObject;
  /** After "I will": "delete `newfile.md`". */
  intent: string;
  /** Said when the result proves it: "Deleted `newfile.md`." */
  done: string;
  /** How a result begins that proves it; null when any result has to speak for itself. */
  proof: RegExp | null;
  /** Whether the result itself is what the person wants to see. */
  shows: boolean;
};

/** What the words around a request mean. */
export type Context = {
  /** The file that "it" stands for; null when none was named. */
  lastFile: string | null;
  /** For "tomorrow". */
  today: Date;
};

/** Recognises one kind of request, in text without politeness and closing punctuation; null for any other. */
export type Reader = (text: string, context: Context) => Wish | null;
