import type { Foresight } from "#lib/policies/changes/foreseen.ts";
import type { RuleForm } from "#lib/policies/drafts/rule-form.ts";
import type { KnownTool } from "#lib/policies/drafts/unmatched-patterns.ts";
import { inputLook } from "#components/ui/field-shell.tsx";

/** What a part of the form draws, and what it changes. */
export type FormProps = {
  form: RuleForm;
  known: readonly KnownTool[];
  /** Tools with their arguments, and who calls; null until they were read. */
  foresight: Foresight | null;
  onChange: (changes: Partial<RuleForm>) => void;
};

/** An input as wide as what it holds. */
export const shortLook = `${inputLook.replace("w-full", "w-auto")} max-w-full`;
