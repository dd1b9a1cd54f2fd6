type Props = {
  legend: string;
  options: readonly (readonly [string, string])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Several of a few values. */
export function CheckList({ legend, options, chosen, onChange }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 text-small font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(([value, words]) => (
          <label key={value} className="flex min-h-9 items-center gap-2 wrap-anywhere pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  options.map(([one]) => one).filter((one) => (one === value ? target.checked : chosen.includes(one))),
                )
              }
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
