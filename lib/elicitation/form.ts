import type { JsonObject } from "#lib/untrusted/json.ts";

/**
 * A form that an MCP server asks a person to fill in, normalised from the flat JSON Schema subset of the specification
 * (elicitation, revisions 2025-06-18 to 2026-07-28). Text from the server is untrusted.
 */
export type FormOption = { value: OptionValue; title: string };
export type OptionValue = string | number | boolean;

type Base = { name: string; title: string; description: string | null; required: boolean };

export type FormField =
  | (Base & {
      kind: "string";
      format: "email" | "uri" | "date" | "date-time" | null;
      minLength: number | null;
      maxLength: number | null;
      initial: string | null;
    })
  | (Base & {
      kind: "number";
      integer: boolean;
      minimum: number | null;
      maximum: number | null;
      /** An answer is more than this, less than that, and a multiple of the third; absent where nothing is said. */
      above?: number;
      below?: number;
      multipleOf?: number;
      initial: number | null;
    })
  | (Base & { kind: "boolean"; initial: boolean | null })
  | (Base & { kind: "choice"; options: FormOption[]; initial: OptionValue | null })
  | (Base & {
      kind: "choices";
      options: FormOption[];
      minItems: number | null;
      maxItems: number | null;
      initial: string[] | null;
    });

/** `schema`: as the server sent it, where it says more of the answers than the fields do. */
export type Form = { fields: FormField[]; schema?: JsonObject };
