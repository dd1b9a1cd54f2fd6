import { useId, type ComponentProps, type ReactNode } from "react";

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

/** What is on or off, as a switch. On touch screens the area to press is 44 px. */
export function Switch(input: Omit<ComponentProps<"input">, "type" | "className">) {
  return (
    <span className="inline-flex items-center pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-end">
      <input
        {...input}
        type="checkbox"
        className="relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunk before:absolute before:top-0.5 before:left-0.5 before:size-4.5 before:rounded-full before:bg-muted before:transition-transform checked:border-ink checked:bg-ink checked:before:translate-x-4 checked:before:bg-paper disabled:cursor-default disabled:opacity-60 motion-reduce:before:transition-none"
      />
    </span>
  );
}
