import { TextField } from "#components/ui/text-field.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { signInWords } from "#components/sign-in/words.en.ts";

export function NewPasswordField({ label }: { label?: string }) {
  const say = useSay(signInWords);
  return (
    <TextField
      label={label ?? say("password")}
      hint={say("atLeast12CharactersA")}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={128}
    />
  );
}
