import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  red: "border-red/40 bg-red-soft",
  amber: "border-amber/40 bg-amber-soft",
  quiet: "border-line bg-sheet",
} as const;
const signs = { red: "text-red", amber: "text-amber", quiet: "text-muted" } as const;

/** Something the app itself says in the thread, with what a person can do about it. */
export function NoticeLine({ tone, text, children }: { tone: keyof typeof tones; text: string; children?: ReactNode }) {
  return (
    <div role="status" className={`flex flex-wrap items-center gap-3 rounded-md border px-4 py-3 ${tones[tone]}`}>
      <CircleAlert aria-hidden="true" className={`size-4 shrink-0 ${signs[tone]}`} strokeWidth={1.75} />
      <p className="min-w-0 flex-1 basis-48 whitespace-pre-wrap">{text}</p>
      {children}
    </div>
  );
}
