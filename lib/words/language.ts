/** The languages of the pages, as BCP 47 tags. English is the source of all others. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name, for people who do not read the present one. */
export const languageNames: { [Each in Language]: string } = { en: "English", de: "Deutsch" };

export function isLanguage(text: string): text is Language {
  return languages.some((language) => language === text);
}

/** More is no list of languages. Characters. */
const longestHeader = 500;

/** The first of our languages in what a browser asks for, by its own order of preference; English where there is none. */
export function languageAskedFor(acceptLanguage: string | null): Language {
  const wishes = (acceptLanguage ?? "").slice(0, longestHeader).split(",").map(wishIn);
  const byPreference = wishes.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return byPreference.map(({ language }) => language).find(isLanguage) ?? "en";
}

/** `de-AT;q=0.8` as de, 0.8. */
function wishIn(part: string): { language: string; weight: number } {
  const [tag = "", ...parameters] = part.split(";").map((each) => each.trim());
  const given = parameters.find((each) => each.startsWith("q="));
  const weight = given === undefined ? 1 : Number(given.slice(2));
  return { language: tag.split("-")[0]?.toLowerCase() ?? "", weight: Number.isNaN(weight) ? 0 : weight };
}
