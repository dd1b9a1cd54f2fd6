import type { TextsOf } from "#lib/words/words.ts";
import type { elicitationWords } from "./words.en.ts";

/** Why a link is not opened, and what to look at before it is, in German. */
export const elicitationWordsDe: TextsOf<typeof elicitationWords> = {
  noWebAddress: "Der Server hat etwas geschickt, das keine Webadresse ist.",
  onlyHttps: "Von hier aus werden nur https://-Adressen geöffnet.",
  hasUserName: "Die Adresse enthält einen Benutzernamen; so lässt man eine Seite wie eine andere aussehen.",
  lookalike:
    "Dieser Name ist mit Buchstaben geschrieben, die wie andere aussehen können. Vergewissern Sie sich, dass Sie ihn kennen.",
};
