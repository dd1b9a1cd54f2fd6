/** Why a sign-in does not go on, in a sentence for the person. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}

const maxLength = 200;

/** What an authorization server or the network said, in a sentence that holds neither codes nor tokens. */
export function refusalOf(what: string, error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error;
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  // The messages of the SDK repeat whole answers; a code of OAuth or of the system is a short word.
  const why = code !== null && /^[\w-]{1,60}$/.test(code) ? ` (${code})` : "";
  return new SignInRefused(`${what}${why}.`.slice(0, maxLength), { cause: error });
}
