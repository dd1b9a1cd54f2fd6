import type { ReactNode } from "react";

/** A row of a list; at its `end` stands what can be done with it. */
export function ListRow({ end, children }: { end: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-64">{children}</div>
      {end}
    </li>
  );
}
