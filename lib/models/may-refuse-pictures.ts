import { errorFacts } from "./error-facts.ts";

const malformed = new Set([400, 413, 415, 422]);
const elsewhere = new Set([401, 403, 408, 429]);
const aboutPictures = /image|picture|vision|visual|multi-?modal|mmproj/i;

/** Whether a request that carried pictures may have failed for them: providers word that in many ways. */
export function mayRefusePictures(error: unknown): boolean {
  const { status, said } = errorFacts(error);
  if (status !== null && malformed.has(status)) return true;
  return !elsewhere.has(status ?? 0) && aboutPictures.test(said ?? "");
}
