import type { JsonObject } from "#lib/untrusted/json.ts";

/** One call that a person's words ask for, and how the demo model describes it. */
export type Wish = {
  /** The tool's own name, or its wire name. */
  tool: string;
  input: JsonObject;
  /** After "I will": "delete `newfile.md`". */
  intent: string;
  /** Said when the result proves it: "Deleted `newfile.md`." */
  done: string;
  /** The start of a result that proves it; null when results prove nothing. */
  proof: RegExp | null;
  /** Whether the result is what the person wants to see. */
  shows: boolean;
};

/** The context of a request. */
export type Context = {
  /** The file that "it" stands for; null when none was named. */
  lastFile: string | null;
  /** For "tomorrow". */
  today: Date;
};

/** Parses one kind of request, in text without politeness and closing punctuation; null for any other. */
export type Reader = (text: string, context: Context) => Wish | null;
