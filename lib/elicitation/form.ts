/**
 * A form that an MCP server asks a person to fill in, normalised from the flat JSON Schema subset of the specification
 * (elicitation, revisions 2025-06-18 to 2026-07-28). Text from the server is untrusted.
 */
export type FormOption = { value: string; title: string };

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
      initial: number | null;
    })
  | (Base & { kind: "boolean"; initial: boolean | null })
  | (Base & { kind: "choice"; options: FormOption[]; initial: string | null })
  | (Base & {
      kind: "choices";
      options: FormOption[];
      minItems: number | null;
      maxItems: number | null;
      initial: string[] | null;
    });

export type Form = { fields: FormField[] };
