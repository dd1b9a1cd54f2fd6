"use client";

import { lazy, Suspense, useDeferredValue } from "react";

// Half the weight of the page is markdown; it comes after the first paint, and until then the text reads as written.
const Markdown = lazy(() => import("./markdown.tsx").then(({ Markdown }) => ({ default: Markdown })));

export function Prose({ text }: { text: string }) {
  const drawn = useDeferredValue(text);
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap">{text}</div>}>
      <Markdown text={drawn} />
    </Suspense>
  );
}
