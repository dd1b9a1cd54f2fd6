/** How a quiet button within a line of small text looks. */
export const lineButton =
  "min-h-6 font-medium text-accent underline underline-offset-4 aria-disabled:opacity-55 pointer-coarse:min-h-11";
