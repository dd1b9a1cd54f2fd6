import type { ComponentProps } from "react";

type Look = "primary" | "secondary" | "quiet" | "danger";

const looks: { [Name in Look]: string } = {
  primary:
    "border-accent bg-accent text-accent-ink enabled:hover:bg-ink enabled:hover:border-ink enabled:hover:text-paper",
  secondary: "border-line-strong bg-sheet text-ink enabled:hover:border-ink enabled:hover:bg-sunk",
  quiet:
    "border-transparent bg-transparent text-muted enabled:hover:bg-sunk enabled:hover:text-ink aria-expanded:text-ink",
  danger: "border-red bg-red text-red-ink enabled:hover:bg-ink enabled:hover:border-ink enabled:hover:text-paper",
};

/** A button of the app. `tight` is for toolbars with a pointer; on touch screens every button stays 44 px tall. */
export function Button({
  look = "secondary",
  tight = false,
  className = "",
  ...rest
}: ComponentProps<"button"> & { look?: Look; tight?: boolean }) {
  const size = tight ? "min-h-8 px-2 text-small pointer-coarse:min-h-11" : "min-h-11 px-4 text-base";
  return (
    <button
      type="button"
      className={`inline-flex items-center justify-center gap-2 rounded-md border font-medium transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 ${size} ${looks[look]} ${className}`}
      {...rest}
    />
  );
}
