const browsers = [
  ["Edg/", "Edge", (system: string) => `Edge on ${system}`],
  ["OPR/", "Opera", (system: string) => `Opera on ${system}`],
  ["Firefox/", "Firefox", (system: string) => `Firefox on ${system}`],
  ["Chrome/", "Chrome", (system: string) => `Chrome on ${system}`],
  ["Safari/", "Safari", (system: string) => `Safari on ${system}`],
] as const;
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "CrOS", "Linux"] as const;

/**
 * A browser in a person's words: "Firefox on Linux"; null when it does not say. Its own claim, which proves nothing.
 * Kept in English, and found by its words on a page.
 */
export function browserWords(userAgent: string | null | undefined): string | null {
  const [, browser, on] = browsers.find(([mark]) => userAgent?.includes(mark)) ?? [];
  if (browser === undefined || on === undefined) return null;
  const system = systems.find((name) => userAgent?.includes(name));
  return system === undefined ? browser : on(system);
}
