import { systemCodeOf } from "#lib/mcp/config/describe-problem.ts";

/** Why a sign-in does not go on, in a sentence for the person. */
export class SignInRefused extends Error {
  override name = "SignInRefused";
}

const maxLength = 200;

/** What an authorization server or the network said, in a sentence that holds neither codes nor tokens. */
export function signInRefused(what: string, error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error;
  const own = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  const code = systemCodeOf(error) ?? own;
  // The messages of the SDK repeat whole answers, so they are no cause either; a code is a short word.
  const why = code !== null && /^[\w-]{1,60}$/.test(code) ? ` (${code})` : "";
  return new SignInRefused(`${what}${why}.`.slice(0, maxLength));
}
