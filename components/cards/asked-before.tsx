import { Repeat2 } from "lucide-react";

/** Says that an answer asks for the same tool again and again (THREATS C13: repeated asking). Empty the first time. */
export function AskedBefore({ earlier }: { earlier: { asked: number; declined: number } | undefined }) {
  if (earlier === undefined) return null;
  const { asked, declined } = earlier;
  const times = `Asked ${asked + 1} times in this answer`;
  return (
    <p className="flex gap-2 px-4 pt-2 text-small text-amber sm:px-5">
      <Repeat2 aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <span>
        {declined === 0 ? `${times}.` : `${times}, declined ${declined === 1 ? "once" : `${declined} times`}.`}
      </span>
    </p>
  );
}
