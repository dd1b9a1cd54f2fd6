import type { FormField } from "#lib/elicitation/form.ts";
import { field } from "./views.ts";

/** What libraries write beyond the specification's fields. */
export const libraryFields: FormField[] = [
  field({
    kind: "number",
    name: "rate",
    title: "Rate",
    required: true,
    integer: false,
    initial: null,
    minimum: null,
    maximum: null,
    above: 0,
    below: 10,
    multipleOf: 0.5,
  }),
  field({
    kind: "choice",
    name: "level",
    title: "Level",
    required: true,
    initial: 1,
    options: [1, 2, 3].map((value) => ({ value, title: String(value) })),
  }),
  field({
    kind: "choice",
    name: "terms",
    title: "Agree to the terms",
    required: true,
    initial: null,
    options: [{ value: true, title: "Yes" }],
  }),
];
