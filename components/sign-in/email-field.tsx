import { TextField } from "#components/ui/text-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

/** The address that a person signs in with, to be typed, or shown where it is known. */
export function EmailField({ known }: { known?: string }) {
  const say = useSay(signInWords);
  const given = known === undefined ? { required: true, maxLength: 300 } : { value: known, readOnly: true };
  return <TextField label={say("eMailAddress")} name="email" type="email" autoComplete="username" {...given} />;
}
