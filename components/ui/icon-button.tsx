import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

/** A button that shows only an icon; screen readers say its `label`, and a hover shows it. */
export function IconButton({
  icon: Icon,
  label,
  className = "",
  ...rest
}: Omit<ComponentProps<"button">, "children"> & { icon: LucideIcon; label: string }) {
  return (
    <button type="button" aria-label={label} title={label} className={`${iconButtonLook} ${className}`} {...rest}>
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
    </button>
  );
}

export const iconButtonLook =
  "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-150 hover:bg-sunk hover:text-ink disabled:opacity-50 pointer-coarse:size-11";
