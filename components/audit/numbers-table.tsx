import type { ReactNode } from "react";

type Props = {
  label: string;
  /** Headings of what a row is about, then of its numbers. */
  about: readonly string[];
  numbers: readonly string[];
  rows: readonly { key: string; about: readonly ReactNode[]; numbers: readonly string[] }[];
};

/** Numbers in columns; where there is no room for them, each row is folded, and each number has its heading beside it. */
export function NumbersTable({ label, about, numbers, rows }: Props) {
  const columns =
    about.length === 1
      ? "sm:grid-cols-[minmax(9rem,1fr)_repeat(5,auto)]"
      : "sm:grid-cols-[minmax(6rem,1fr)_minmax(9rem,2fr)_repeat(5,auto)]";
  return (
    <div role="table" aria-label={label} className={`text-small tabular-nums sm:grid sm:gap-x-4 ${columns}`}>
      <div role="rowgroup" className="hidden sm:contents">
        <div role="row" className={`grid border-b border-line-strong text-muted ${row}`}>
          {about.map((heading) => (
            <span role="columnheader" key={heading} className="font-medium">
              {heading}
            </span>
          ))}
          {numbers.map((heading) => (
            <span role="columnheader" key={heading} className="text-end font-medium">
              {heading}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="sm:contents">
        {rows.map((each) => (
          <div role="row" key={each.key} className={`flex flex-wrap gap-x-4 border-b border-line sm:grid ${row}`}>
            {each.about.map((what, at) => (
              <span role={at === 0 ? "rowheader" : "cell"} key={about[at]} className="min-w-0 max-sm:basis-full">
                {what}
              </span>
            ))}
            {each.numbers.map((number, at) => (
              <span role="cell" key={numbers[at]} className="whitespace-nowrap sm:text-end">
                <span className="text-muted sm:hidden">{numbers[at]} </span>
                {number}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const row = "col-span-full grid-cols-subgrid py-2";
