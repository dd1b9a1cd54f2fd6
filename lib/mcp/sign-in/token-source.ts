import { extractWWWAuthenticateParams, type AuthProvider, type FetchLike } from "@modelcontextprotocol/client";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { Allowance } from "#lib/mcp/transport/allowance.ts";
import { currentCall } from "#lib/mcp/transport/in-flight-call.ts";
import { machineSignIn, refreshed } from "./renew-sign-in.ts";
import { shownScope, SignInNeeded } from "#lib/mcp/config/sign-in-needed.ts";
import type { SignIn, SignInOf, SignIns } from "./sign-ins.ts";

type WebServer = Extract<ServerConfig["transport"], { kind: "http" }>;

type Of = {
  serverId: string;
  server: WebServer;
  /** Whose connection it is; "lists": it lists tools for everybody, and carries nobody's calls. */
  owner: { personId: string | null } | "lists";
  signIns: SignIns;
  fetchFn: FetchLike;
  /** The server wants a sign-in. */
  needed: () => void;
};

/** A token that ends within this is renewed before it is sent. */
const soonMs = 30_000;
/** How often the instance asks for another token of its own. */
const machineSignIns = { burst: 5, perSecond: 1 };
/** The present ones and those before. */
const mostSecrets = 4;
/** A shorter token can be guessed, and may be a word that its server says often. */
const leastSecret = 16;

/**
 * Gives the requests of one connection their token, and renews it. It reads what is kept for every request, so a sign-out
 * counts at once. A connection that lists tools with one person's token sends that token with no call (a token of one
 * person never serves another's call).
 */
export class TokenSource implements AuthProvider {
  readonly #of: Of;
  /** The token with which each request was sent that was refused, and what the server wants. */
  readonly #refused = new WeakMap<Response, { token: string | null; scope: string | null }>();
  /** Of the instance itself, which may get a new one whenever it wants. */
  #machine: Promise<SignIn> | null = null;
  readonly #asked = new Allowance(machineSignIns);
  #secrets: readonly string[] = [];

  constructor(of: Of) {
    this.#of = of;
  }

  /** The tokens that were sent lately, which nothing may repeat: the same list until another is sent. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  async token(): Promise<string | undefined> {
    const held = await this.#held();
    if (held === null) return undefined;
    this.#of.needed();
    this.#learn(held);
    return held.accessToken;
  }

  /** Resolves when the request may be sent again; rejects with `SignInNeeded`. */
  async onUnauthorized({ response }: { response: Response }): Promise<void> {
    const { token: sent, scope } = this.#refused.get(response) ?? { token: null, scope: null };
    this.#of.needed();
    if (this.#isMachine) return void (await this.#ofMachine({ anew: true }));
    const of = await this.#whose();
    if (of === null || sent === null) throw new SignInNeeded(scope);
    if ((await this.#renewed(of, sent)) === null) throw new SignInNeeded(scope);
  }

  /**
   * The fetch of its requests: it remembers what each refused one was sent with. What the server wants is kept from the
   * SDK, which would gather the words of all refusals for as long as the connection lasts.
   */
  watching(fetch: FetchLike): FetchLike {
    return async (url, init) => {
      const response = await fetch(url, init);
      if (response.status !== 401) return response;
      const [, token = null] = /^Bearer (.+)$/.exec(new Headers(init?.headers).get("authorization") ?? "") ?? [];
      const scope = shownScope(extractWWWAuthenticateParams(response).scope);
      const headers = new Headers(response.headers);
      headers.delete("www-authenticate");
      const refused = new Response(response.body, { status: 401, statusText: response.statusText, headers });
      this.#refused.set(refused, { token, scope });
      return refused;
    };
  }

  get #isMachine(): boolean {
    return this.#of.server.oauth?.isMachine === true;
  }

  async #held(): Promise<SignIn | null> {
    if (this.#isMachine) return this.#ofMachine({ anew: false });
    const of = await this.#whose();
    const held = of === null ? null : await this.#of.signIns.read(of);
    return of !== null && held !== null && isOverSoon(held) ? this.#renewed(of, held.accessToken) : held;
  }

  async #ofMachine({ anew }: { anew: boolean }): Promise<SignIn> {
    const former = this.#machine;
    const held = await former?.catch(() => null);
    if (held != null && !anew && !isOverSoon(held)) return held;
    // Requests at once get one token, and whoever refuses all of them gets few more.
    if (this.#machine !== null && (this.#machine !== former || !this.#mayAsk())) return this.#machine;
    this.#machine = machineSignIn(this.#of.server, this.#of.fetchFn);
    return this.#machine;
  }

  #mayAsk(): boolean {
    const isTooSoon = this.#asked.take(1) > 0;
    if (isTooSoon) this.#asked.take(-1);
    return !isTooSoon;
  }

  async #whose(): Promise<SignInOf | null> {
    const { serverId, server, owner, signIns } = this.#of;
    const at = { serverId, address: server.url };
    if (owner !== "lists") return { ...at, personId: owner.personId };
    if (currentCall.getStore() !== undefined) return null;
    const personId = await signIns.anybody(at);
    return personId === null ? null : { ...at, personId };
  }

  #renewed(of: SignInOf, token: string): Promise<SignIn | null> {
    const { signIns, fetchFn } = this.#of;
    return signIns.renew(of, token, (former) => refreshed(former, fetchFn));
  }

  #learn({ accessToken, refreshToken }: SignIn): void {
    const sent = refreshToken === null ? [accessToken] : [accessToken, refreshToken];
    const tokens = sent.filter(({ length }) => length >= leastSecret);
    if (tokens.every((token) => this.#secrets.includes(token))) return;
    this.#secrets = [...new Set([...tokens, ...this.#secrets])].slice(0, mostSecrets);
  }
}

function isOverSoon({ expiresAt }: SignIn): boolean {
  return expiresAt !== null && expiresAt - soonMs < Date.now();
}
