import { useId, type ComponentProps } from "react";
import { inputLook } from "./field-shell.tsx";

type Props = Omit<ComponentProps<"input">, "id"> & { label: string; hint?: string };

/** A labelled line of text in a form. */
export function TextField({ label, hint, ...input }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
      <input
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={inputLook}
        {...input}
      />
    </div>
  );
}

/** A labelled list to choose from; its hint, about the choice, stands below. */
export function SelectField({
  label,
  hint,
  options,
  ...select
}: Omit<ComponentProps<"select">, "id"> & { label: string; hint?: string; options: (readonly [string, string])[] }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className={inputLook}
        {...select}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-small text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A line that filters what stands below it; its words are its label. */
export function SearchField({
  label,
  onWords,
  className = "",
  ...input
}: Omit<ComponentProps<"input">, "type" | "onChange"> & { label: string; onWords: (words: string) => void }) {
  return (
    <input
      {...input}
      type="search"
      aria-label={label}
      placeholder={label}
      onChange={({ target }) => onWords(target.value)}
      className={`${inputLook} ${className}`}
    />
  );
}
