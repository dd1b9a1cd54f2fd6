"use client";

import { lazy, Suspense, useDeferredValue } from "react";
import { loadMarkdown } from "./code-ahead.ts";

// Half the weight of the page is markdown; it comes after the first paint, and until then the text reads as written.
const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }));

export function Prose({ text }: { text: string }) {
  const drawn = useDeferredValue(text);
  return (
    <Suspense fallback={<div className="whitespace-pre-wrap">{text}</div>}>
      <Markdown text={drawn} />
    </Suspense>
  );
}
