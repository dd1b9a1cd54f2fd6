import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { getOAuthState, isAPIError } from "better-auth/api";
import type { SignInProblem } from "#lib/audit/people-events.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";
import type { Database } from "#lib/store/engine/database.ts";
import type { BySession } from "#lib/store/people/hold-session.ts";
import { keepHashAnew, type PasswordFound } from "#lib/store/people/accounts.ts";
import { connectAccount } from "#lib/store/people/connect-account.ts";
import { joinByProvider } from "#lib/store/people/join-by-invitation.ts";
import { authAdapter } from "./auth-adapter.ts";
import { inTurns } from "./in-turns.ts";
import { stateCookie } from "#lib/server/http/session-cookie.ts";
import type { PasswordHash } from "./password-hash.ts";
import { newFlow, type Flow, type HashQueue } from "./flow.ts";
import { discoveryUrl, issuerSaid, vouchedFor, type VouchedFor } from "./vouched-for.ts";

/** What a browser proved that returns from a provider; the answer must set `cookies` in either case. */
export type Returned = { cookies: string[] } & (
  | { personId: string; subject: string; provedAt: number | null }
  | { refused: SignInProblem }
);

/**
 * Checks who somebody is. The only module that uses Better Auth, which keeps no sessions. Hashes one password at a time
 * for known people and one for strangers; throws `TooBusy` when too many of either wait.
 */
export type AuthEngine = {
  hash: (password: string, queue: HashQueue) => Promise<string>;
  /**
   * The person with this address and password, and the matching hash, or null. Takes as long for an unknown address.
   */
  personByPassword: (email: string, password: string, queue: HashQueue) => Promise<PasswordFound | null>;
  /**
   * Where to send a browser to sign in at the provider, and what it must keep for its return; null when the provider
   * does not answer.
   */
  begin: (begunBy: string) => Promise<{ url: string; cookies: string[] } | null>;
  /**
   * `begunBy` must equal the value given to `begin`. `connectTo`: the session that began to connect an account; null to
   * sign in.
   */
  finish: (query: URLSearchParams, returning: Returning) => Promise<Returned>;
};

type Options = {
  database: Database;
  origin: string;
  isSecure: boolean;
  cookiePrefix: string;
  secret: string;
  oidc: OidcSettings | null;
  passwordHash: PasswordHash;
  log: Log;
};

/** The last path segment of the address to which a provider sends people back. */
export const providerId = "oidc";
/** Member of the sealed state: who began the sign-in. */
const begunKey = "begunBy";
/** Maximum age of a sign-in at the provider; an older one must be repeated there. */
const mostAgeSeconds = 15 * 60;
/** People come in turn, so nobody waits for all the tries of another. */
const mostKnown = { mostOfOne: 3, mostOfAll: 60 };

type Returning = { cookieHeader: string | null; begunBy: string; connectTo: BySession | null };

export function authEngine(options: Options): AuthEngine {
  const { database, origin, isSecure, cookiePrefix, secret, oidc, passwordHash, log } = options;
  const flows = new AsyncLocalStorage<Flow>();
  const queues = { known: inTurns(1, mostKnown), strangers: inTurns(1) };
  const inTurn = <Result>(work: () => Promise<Result>, queue = flows.getStore()?.queue ?? "strangers") =>
    queue === "strangers" ? queues.strangers(work) : queues.known(work, queue.personId);

  /** The profile of somebody who may sign in; adds new people. */
  async function profileOf(idToken: string | undefined, settings: OidcSettings) {
    const flow = flows.getStore();
    if (flow === undefined || idToken === undefined) return null;
    if ((await getOAuthState())?.[begunKey] !== flow.begunBy) return null;
    const vouched = vouchedFor(idToken, settings);
    const outcome = "refused" in vouched ? vouched.refused : await taken(vouched, settings, flow.connectTo);
    if (outcome !== "known" && outcome !== "joined") flow.refused = outcome;
    if ("refused" in vouched || flow.refused !== null) return null;
    flow.provedAt = vouched.provedAt;
    flow.subject = vouched.subject;
    return { id: vouched.subject, sub: vouched.subject, email: vouched.email, name: vouched.name, emailVerified: true };
  }

  function taken({ subject, email, name }: VouchedFor, settings: OidcSettings, connectTo: BySession | null) {
    const account = { id: randomUUID(), subject };
    if (connectTo !== null) return connectAccount(database, { ...connectTo, account });
    const { domains, linkByEmail } = settings;
    const person = { id: randomUUID(), name };
    return joinByProvider(database, { person, email, account, openToAll: domains.length > 0, linkByEmail });
  }

  function build(plugins: ReturnType<typeof genericOAuth>[]) {
    const said = { log: (level: string, message: string) => log.debug("auth-library.logged", { level, message }) };
    return betterAuth({
      appName: "Countersign",
      baseURL: origin,
      basePath: "/api/session",
      secret,
      database: authAdapter(database, (personId) => {
        const flow = flows.getStore();
        if (flow !== undefined) flow.personId = personId;
      }),
      logger: { ...said, level: "debug", disableColors: true },
      telemetry: { enabled: false },
      // Our own limits count in the store, and by account: addresses can be forged and are shared (THREATS B12: limits
      // on guessing).
      rateLimit: { enabled: false },
      session: { cookieCache: { enabled: false } },
      emailAndPassword: {
        enabled: true,
        disableSignUp: true,
        // Longer passwords are refused before they are hashed.
        maxPasswordLength: 128,
        password: {
          hash: (password) => inTurn(() => passwordHash.hash(password)),
          verify: async ({ hash, password }) => {
            const { isRight, anew } = await inTurn(() => passwordHash.verify(hash, password));
            const flow = flows.getStore();
            if (flow !== undefined) flow.password = { stored: hash, anew };
            return isRight;
          },
        },
      },
      account: {
        // Sealed in the browser that began, so that any process can handle the return, for this browser only.
        storeStateStrategy: "cookie",
        accountLinking: { enabled: false, disableImplicitLinking: true },
        updateAccountOnSignIn: false,
      },
      advanced: {
        cookiePrefix,
        useSecureCookies: isSecure,
        ipAddress: { disableIpTracking: true },
        defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
      },
      onAPIError: { errorURL: `${origin}/` },
      plugins,
    });
  }

  const providerPlugin = (settings: OidcSettings) =>
    genericOAuth({
      config: [
        {
          providerId,
          discoveryUrl: discoveryUrl(settings),
          requireIdTokenVerification: true,
          clientId: settings.clientId,
          clientSecret: settings.clientSecret,
          scopes: ["openid", "email", "profile"],
          pkce: true,
          accountSubject: ({ profile }) => profile.sub ?? "",
          disableSignUp: true,
          authorizationUrlParams: { max_age: String(mostAgeSeconds) },
          getUserInfo: ({ idToken }) => profileOf(idToken, settings),
        },
      ],
    });

  /** Asks nobody else, so passwords work while the provider is silent. */
  const passwords = build([]);
  let provider: ReturnType<typeof build> | null = null;
  let looking: Promise<ReturnType<typeof build> | null> | null = null;

  /** Null while discovery at the provider fails. It is tried at most once a second, for all callers. */
  async function withProvider() {
    if (oidc === null || provider !== null) return provider;
    looking ??= look(oidc).finally(() => {
      setTimeout(() => (looking = null), 1_000).unref();
    });
    provider ??= await looking;
    return provider;
  }

  async function look(settings: OidcSettings) {
    const says = await issuerSaid(settings);
    const built = says === settings.issuer ? build([providerPlugin(settings)]) : null;
    const isThere = (await built?.$context)?.socialProviders.some(
      ({ id, issuer }) => id === providerId && issuer === says,
    );
    if (isThere !== true) log.warn("provider.not-usable", { issuer: settings.issuer, says });
    return isThere === true ? built : null;
  }

  async function personByPassword(email: string, password: string, queue: HashQueue): Promise<PasswordFound | null> {
    const flow = newFlow({ queue });
    try {
      await flows.run(flow, () => passwords.api.signInEmail({ body: { email, password } }));
    } catch (error) {
      if (!isAPIError(error) || ![400, 401, 403].includes(error.statusCode)) throw error;
      return null;
    }
    const { personId, password: found } = flow;
    if (personId === null || found === null) return null;
    if (found.anew === null) return { personId, passwordHash: found.stored };
    const anew = { stored: found.stored, anew: found.anew };
    // The password was changed, or rehashed by another sign-in, at the same moment.
    if (!(await keepHashAnew(database, personId, anew))) return personByPassword(email, password, queue);
    return { personId, passwordHash: found.anew };
  }

  return {
    hash: (password, queue) => inTurn(() => passwordHash.hash(password), queue),
    personByPassword,
    begin: async (begunBy) => {
      const auth = await withProvider();
      if (auth === null) return null;
      const response = await auth.api.signInSocial({
        body: {
          provider: providerId,
          callbackURL: `${origin}/`,
          disableRedirect: true,
          // Becomes part of the sealed state.
          additionalData: { [begunKey]: begunBy },
        },
        asResponse: true,
      });
      const { url } = (await response.json()) as { url?: string };
      return url === undefined ? null : { url, cookies: response.headers.getSetCookie() };
    },
    finish: async (query, { cookieHeader, ...begun }) => {
      const auth = await withProvider();
      if (auth === null) return { refused: "refused-by-provider", cookies: [] };
      const flow = newFlow(begun);
      const response = await flows.run(flow, () =>
        auth.api.callbackOAuth({
          method: "GET",
          params: { id: providerId },
          query: Object.fromEntries(query),
          headers: { cookie: cookieHeader ?? "" },
          asResponse: true,
        }),
      );
      // We open our own session; of the library's cookies only the one that ends the sealed state is used.
      const cookies = response.headers.getSetCookie().filter((cookie) => cookie.includes(stateCookie));
      const { personId, subject, provedAt } = flow;
      if (personId === null || subject === null) return { refused: flow.refused ?? "refused-by-provider", cookies };
      return { personId, subject, provedAt, cookies };
    },
  };
}
