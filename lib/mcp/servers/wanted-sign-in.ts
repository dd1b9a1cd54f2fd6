import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { signInNeededIn } from "#lib/mcp/config/sign-in-needed.ts";

/** What is known of a server's wish that people sign in to it. */
export class WantedSignIn {
  #isWanted = false;
  #changes = 0;
  /** It is down until somebody signs in, to be allowed what is named here. */
  needed: { scope: string | null } | null = null;

  /** The page that its program printed, while it waits for somebody to sign in there. */
  link: string | null = null;

  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Its program printed the address of a page. */
  readonly asked = (link: string): void => {
    this.link = link;
    this.#changed();
  };

  /** It answered a call: its program waits for nobody. */
  answered(): void {
    if (this.link === null) return;
    this.link = null;
    this.#changed();
  }

  /** It refused somebody who was not signed in, or was sent a token. */
  readonly seen = (): void => {
    this.#isWanted = true;
  };

  readonly events = { wantsSignIn: this.seen, asksToSignIn: this.asked };

  /** Somebody signed in, or out. Whether it was down for the lack of that. */
  happened(): boolean {
    this.#changes += 1;
    const wasMissing = this.needed !== null;
    this.needed = null;
    return wasMissing;
  }

  /** Tells of an attempt that begins now whether it failed for a sign-in that came meanwhile. */
  attempt(): (why: unknown) => boolean {
    const before = this.#changes;
    return (why) => before !== this.#changes && signInNeededIn(why) !== null;
  }

  /** Why it could not be connected; true where only a sign-in is missing. */
  failed(why: unknown): boolean {
    const needed = signInNeededIn(why);
    this.needed = needed && { scope: needed.scope };
    return needed !== null;
  }

  /** For who waits for the server in vain. */
  get why(): { signIn?: { scope: string | null } } {
    return this.needed === null ? {} : { signIn: this.needed };
  }

  /** Whether each person has to sign in for themselves, as far as the server wants that at all. */
  isPersonal({ transport }: ServerConfig): boolean {
    return this.#isWanted && transport.kind === "http" && transport.oauth?.who === "person";
  }

  /** `isMissing`: without one it is down. */
  get shown(): { isMissing: boolean } | null {
    return this.#isWanted ? { isMissing: this.needed !== null } : null;
  }
}
