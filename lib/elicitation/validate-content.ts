import { isJsonObject, type JsonObject } from "#lib/untrusted/json.ts";
import { refuseUnsafeJson } from "#lib/untrusted/refuse-unsafe-json.ts";
import type { Form, FormField } from "./form.ts";
import { problemOfAnswer } from "./problem-of-answer.ts";

/** `field` is the field's name, or "" for the content as a whole. */
export type ContentError = { field: string; message: string };

/**
 * Checks what a person submits against the form that they were shown (M2). Strict: every key must be a field of the
 * form, every required field must be present, `null` answers nothing. The returned content is a fresh copy.
 */
export function validateContent(form: Form, content: unknown): { content: JsonObject } | { errors: ContentError[] } {
  const safe = refuseUnsafeJson(content);
  if ("problem" in safe) return { errors: [{ field: "", message: `${safe.problem}.` }] };
  const { value } = safe;
  if (!isJsonObject(value)) return { errors: [{ field: "", message: "The content must be a JSON object." }] };

  const known = new Set(form.fields.map(({ name }) => name));
  const strangers = Object.keys(value).filter((key) => !known.has(key));
  const errors = strangers.map((field): ContentError => ({ field, message: "This form has no such field." }));
  for (const field of form.fields) {
    const message = problemOfField(field, value);
    if (message !== null) errors.push({ field: field.name, message });
  }
  return errors.length > 0 ? { errors } : { content: value };
}

function problemOfField(field: FormField, content: JsonObject): string | null {
  const answer = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
  if (answer === undefined) return field.required ? "This is required." : null;
  // Most servers mean "not empty" by "required"; others say so by `minLength: 0`.
  if (answer === "" && field.kind === "string" && field.required && field.minLength === null)
    return "This is required.";
  return problemOfAnswer(field, answer);
}
