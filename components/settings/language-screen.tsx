"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Language, languageNames, languages } from "#lib/words/language.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { settingsWords } from "#components/settings/words.en.ts";

type Props = {
  /** Null follows the browser. */
  chosen: Language | null;
  /** What the browser asks for. */
  asked: Language;
};

/** In which language a person reads the pages, in all their browsers. */
export function LanguageScreen({ chosen, asked }: Props) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const [wish, setWish] = useState(chosen);
  const choose = async (language: Language | null) => {
    setWish(language);
    if ((await send("PUT", "/api/session/language", { language })) === null) setWish(chosen);
    else router.refresh();
  };
  const choices: { language: Language | null; label: string }[] = [
    { language: null, label: say("asTheBrowserAsks", { language: languageNames[asked] }) },
    ...languages.map((language) => ({ language, label: languageNames[language] })),
  ];
  return (
    <section aria-labelledby="language" className="flex flex-col gap-4">
      <PageTitle title={say("language")} />
      <SectionHead id="language" title={say("language")}>
        {say("languageOfThePages")}
      </SectionHead>
      <fieldset disabled={sending} className="min-w-0">
        <legend className="sr-only">{say("language")}</legend>
        {choices.map(({ language, label }) => (
          <label key={language} className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="language"
              className="size-5 shrink-0 accent-accent"
              checked={wish === language}
              onChange={() => void choose(language)}
            />
            <span lang={language ?? undefined}>{label}</span>
          </label>
        ))}
      </fieldset>
      <ProblemLine problem={problem} />
    </section>
  );
}
