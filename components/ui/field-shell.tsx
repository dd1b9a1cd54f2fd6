import type { ReactNode } from "react";
import { VisibleText } from "./visible-text.tsx";

export const inputLook =
  "block min-h-11 w-full min-w-0 rounded-md border border-line-strong bg-sheet px-3 py-2 text-base text-ink [&[readonly]]:text-muted aria-invalid:border-red";

export type FieldAria = { "aria-describedby"?: string; "aria-invalid"?: true };

type Props = {
  id: string;
  label: string;
  /** Set on a group of radios or checkboxes: the label then names the group, not one input. */
  group?: boolean;
  description?: string | null;
  /** Short words beside the label: "required", "changed". */
  marks?: ReactNode;
  problems: string[];
  children: (aria: FieldAria) => ReactNode;
};

/** Label, help and errors of one field, tied to its input. */
export function FieldShell({ id, label, group = false, description = null, marks, problems, children }: Props) {
  const described = [
    ...(description === null ? [] : [`${id}help`]),
    ...(problems.length === 0 ? [] : [`${id}problems`]),
  ].join(" ");
  const aria: FieldAria = {
    ...(described === "" ? {} : { "aria-describedby": described }),
    ...(problems.length === 0 ? {} : { "aria-invalid": true as const }),
  };
  const heading = (
    <span className="text-small font-semibold">
      <VisibleText text={label} />
    </span>
  );
  const inside = (
    <>
      {description === null ? null : (
        <p id={`${id}help`} dir="auto" className="text-small text-muted">
          <VisibleText text={description} />
        </p>
      )}
      {children(aria)}
      {problems.length === 0 ? null : (
        <ul id={`${id}problems`} className="text-small text-red">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
  const layout = "flex min-w-0 flex-col gap-1";
  return group ? (
    <fieldset className={layout} {...(described === "" ? {} : { "aria-describedby": described })}>
      <legend className="mb-1 flex flex-wrap items-baseline gap-x-2">
        {heading}
        {marks}
      </legend>
      {inside}
    </fieldset>
  ) : (
    <div className={layout}>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={id}>{heading}</label>
        {marks}
      </div>
      {inside}
    </div>
  );
}

/** A short tag beside a label. */
export function FieldMark({ children, tone = "plain" }: { children: ReactNode; tone?: "plain" | "amber" }) {
  return (
    <span
      className={`text-fine ${tone === "amber" ? "rounded-sm bg-amber-soft px-1.5 font-semibold text-amber" : "text-muted"}`}
    >
      {children}
    </span>
  );
}
