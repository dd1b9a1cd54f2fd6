"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { themeCookie, themes, type Theme } from "./theme.ts";
import { useSay } from "#components/browser/speech.tsx";
import { shellWords } from "#components/shell/words.en.ts";

const signs = { system: Monitor, light: Sun, dark: Moon } as const;
const labels = { system: "asTheDevice", light: "light", dark: "dark" } as const satisfies { [Name in Theme]: string };

export function ThemeChoice({ theme: initial }: { theme: Theme }) {
  const say = useSay(shellWords);
  const [theme, setTheme] = useState(initial);

  const choose = (chosen: Theme) => {
    setTheme(chosen);
    document.cookie = `${themeCookie}=${chosen}; path=/; max-age=31536000; samesite=strict`;
    document.documentElement.dataset["theme"] = chosen;
  };

  return (
    <div role="group" aria-label={say("appearance")} className="flex gap-1">
      {themes.map((name) => {
        const Sign = signs[name];
        return (
          <button
            key={name}
            type="button"
            aria-label={say(labels[name])}
            title={say(labels[name])}
            aria-pressed={theme === name}
            onClick={() => choose(name)}
            className="inline-flex size-8 items-center justify-center rounded-md border border-transparent text-muted hover:bg-sunk hover:text-ink aria-pressed:border-line-strong aria-pressed:text-ink pointer-coarse:size-11"
          >
            <Sign aria-hidden="true" className="size-4" strokeWidth={1.75} />
          </button>
        );
      })}
    </div>
  );
}
