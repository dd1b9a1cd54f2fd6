import { exposureWords, exposures, type Exposure } from "#lib/verdict/exposure.ts";

/** Where tools can be on offer, as the choices of a list. */
export const exposureChoices: [Exposure, label: string][] = exposures
  .toReversed()
  .map((exposure) => [exposure, exposureWords[exposure].replace(/^./, (first) => first.toUpperCase())]);
