const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "CrOS", "Linux"] as const;

/**
 * A browser in a person's words: "Firefox on Linux"; null when it does not say. Its own claim, which proves nothing.
 */
export function browserWords(userAgent: string | null | undefined): string | null {
  const browser = browsers.find(([mark]) => userAgent?.includes(mark))?.[1];
  if (browser === undefined) return null;
  const system = systems.find((name) => userAgent?.includes(name));
  return system === undefined ? browser : `${browser} on ${system}`;
}
