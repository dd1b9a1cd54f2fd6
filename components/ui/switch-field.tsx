import { useId, type ReactNode } from "react";
import { Switch } from "./switch.tsx";

type Props = {
  label: string;
  hint: ReactNode;
  name?: string;
  defaultChecked?: boolean;
  checked?: boolean;
  disabled?: boolean;
  onChange?: (on: boolean) => void;
};

/** A setting that is on or off, with what that means below its name. Inside a form or controlled. */
export function SwitchField({ label, hint, onChange, ...input }: Props) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="flex min-w-0 flex-col gap-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      </div>
      <Switch
        {...input}
        id={id}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange?.(event.target.checked)}
      />
    </div>
  );
}
