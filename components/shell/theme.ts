/** The person's wish; `system` follows the device. Kept in a cookie, so that the server draws the right one at once. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeCookie = "theme";

export function themeOf(cookie: string | undefined): Theme {
  return themes.find((theme) => theme === cookie) ?? "system";
}
