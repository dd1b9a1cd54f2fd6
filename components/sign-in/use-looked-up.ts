import { useEffect, useState } from "react";
import { refusalOf, request } from "#components/browser/request.ts";
import { uiWords } from "#components/ui/words.en.ts";
import { sayInTab } from "#components/browser/speech.tsx";

type Looked<Found> = { found: Found } | { problem: string };

/** What a one-time link is about, or why it does not work; null until the server has said. `Found` is its answer's shape. */
export function useLookedUp<Found>(path: string, key: string): Looked<Found> | null {
  const [looked, setLooked] = useState<Looked<Found> | null>(null);
  useEffect(() => {
    let current = true;
    void look<Found>(path, key).then((answer) => current && setLooked(answer));
    return () => {
      current = false;
    };
  }, [path, key]);
  return looked;
}

async function look<Found>(path: string, key: string): Promise<Looked<Found>> {
  const response = await request("POST", path, { key }).catch(() => null);
  if (response === null) return { problem: sayInTab(uiWords)("serverNotReached") };
  // Our own server answers 200 with exactly this.
  return response.ok ? { found: (await response.json()) as Found } : { problem: await refusalOf(response) };
}
