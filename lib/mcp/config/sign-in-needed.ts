/** A server refuses a request until somebody signs in to it, or again with more rights. Nothing of the request ran. */
export class SignInNeeded extends Error {
  override name = "SignInNeeded";
  /** What the server wants to be allowed, in OAuth's form: words with spaces between; null where it does not say. */
  readonly scope: string | null;

  constructor(scope: string | null) {
    super("Somebody has to sign in to it.");
    this.scope = scope;
  }
}

/** The one in a chain of causes, or null. */
export function signInNeededIn(error: unknown): SignInNeeded | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; depth += 1) {
    if (cause instanceof SignInNeeded) return cause;
    const { data } = cause as Error & { data?: unknown };
    cause = cause.cause ?? (typeof data === "object" && data !== null && "cause" in data ? data.cause : undefined);
  }
  return null;
}

const mostScope = 1_000;
/** RFC 6749, 3.3: printable, without quotes and backslashes. */
const scopeWords = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** A scope that a server names; null for what is none, or too long. */
export function shownScope(scope: string | null | undefined): string | null {
  return scope != null && scope.length <= mostScope && scopeWords.test(scope) ? scope : null;
}

/** All words of all scopes, each once; null where there are none. */
export function joinedScopes(...scopes: (string | null | undefined)[]): string | null {
  const words = new Set(scopes.flatMap((scope) => scope?.split(" ") ?? []));
  words.delete("");
  return words.size === 0 ? null : [...words].join(" ");
}
