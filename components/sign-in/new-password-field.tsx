import { TextField } from "#components/ui/text-field.tsx";

export function NewPasswordField({ label = "Password" }: { label?: string }) {
  return (
    <TextField
      label={label}
      hint="At least 12 characters. A few words are easy to keep in mind."
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={128}
    />
  );
}
