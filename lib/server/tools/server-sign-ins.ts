import { createHash } from "node:crypto";
import { may } from "#lib/people/may.ts";
import { beginSignIn, type Attempt } from "#lib/mcp/sign-in/begin-sign-in.ts";
import { clientMetadata, type MadeClient, type ClientIdentity } from "#lib/mcp/sign-in/client-for.ts";
import { finishSignIn } from "#lib/mcp/sign-in/finish-sign-in.ts";
import { oauthFetch } from "#lib/mcp/sign-in/oauth-fetch.ts";
import { revokeSignIn } from "#lib/mcp/sign-in/revoke-sign-in.ts";
import { SignInRefused } from "#lib/mcp/sign-in/sign-in-refused.ts";
import type { SignIns } from "#lib/mcp/sign-in/sign-ins.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import type { Resolver } from "#lib/network/resolver.ts";
import { newToken } from "#lib/server/http/session-cookie.ts";
import type { SignInOnPage } from "#lib/policies/changes/tools-page.ts";
import type { Person } from "#lib/server/people/session.ts";
import type { Access } from "#lib/server/settings/access.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import type { Secrets } from "#lib/store/schema/secrets.ts";
import {
  countAttempt,
  forgetElsewhere,
  forgetSignIn,
  keepAttempt,
  keepSignIn,
  madeClientRow,
  signInsSeenBy,
  takeAttempt,
} from "#lib/store/secrets/server-sign-ins.ts";
import { done, refused, type Outcome, type Refusal } from "./outcome.ts";
import type { PlannedServer } from "./plan-servers.ts";
import { ofSignIn } from "./stored-sign-ins.ts";

type Deps = {
  database: Database;
  secrets: Secrets;
  signIns: SignIns;
  access: Pick<Access, "origin" | "publicOrigin">;
  planned: () => PlannedServer[];
  /** A sign-in to this server changed. */
  changed: (serverId: string) => void;
  resolver?: Resolver | undefined;
};

/** Who asks: a person in a session, which the store knows by its hash. */
export type Signer = { person: Person; tokenHash: string };
type WebServer = Extract<ServerConfig["transport"], { kind: "http" }>;
type Of = { server: WebServer; title: string; forAll: boolean };

const callbackPath = "/api/servers/callback";
const documentPath = "/api/servers/client";

/** Signs people, and the instance, in to remote servers. */
export class ServerSignIns {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Finds out where to sign in to a server, and makes the address of the page. Nothing is opened. */
  async begin(
    { person, tokenHash }: Signer,
    { serverId, scope }: { serverId: string; scope: string | null },
  ): Promise<{ page: string } | Refusal> {
    const found = this.#serverFor(person, serverId);
    if ("refused" in found) return found;
    const { database, secrets, signIns, resolver } = this.#deps;
    await countAttempt(database, person.id);
    const { server, forAll } = found;
    const state = newToken();
    const stateHash = stateHashOf(state);
    const known = await signIns.read({ serverId, address: server.url, personId: forAll ? null : person.id });
    const how = { self: this.#self(), made: await this.#made(serverId), state, scopes: [known?.scope ?? null, scope] };
    try {
      const { page, attempt, made } = await beginSignIn(server, how, oauthFetch(server, resolver));
      const row = {
        state_hash: stateHash,
        server_id: serverId,
        person_id: person.id,
        session_hash: tokenHash,
        for_all: forAll ? 1 : 0,
        sealed_json: secrets.seal(JSON.stringify(attempt), aboutSecret.signInAttempt(stateHash)),
      };
      const sealed = made && secrets.seal(JSON.stringify(made), aboutSecret.serverClient(serverId));
      await keepAttempt(database, row, sealed);
      return { page };
    } catch (error) {
      return wordsOf(error);
    }
  }

  /** Ends a sign-in with what the browser brought back; it counts once, and only in the session that began it. */
  async finish({ person, tokenHash }: Signer, query: string): Promise<{ serverId: string; title: string } | Refusal> {
    const { database, secrets, changed, resolver } = this.#deps;
    const returned = new URLSearchParams(query);
    const [state, another] = returned.getAll("state");
    if (state === undefined || another !== undefined) return refused("conflict", notBegun);
    const stateHash = stateHashOf(state);
    const row = await takeAttempt(database, { stateHash, personId: person.id, tokenHash });
    const opened = row && secrets.open(row.sealed_json, aboutSecret.signInAttempt(stateHash));
    if (row === undefined || opened == null) return refused("conflict", notBegun);
    const serverId = row.server_id;
    // Only this app writes it.
    const attempt = JSON.parse(opened) as Attempt;
    const found = this.#serverFor(person, serverId);
    if ("refused" in found) return found;
    const { server, title, forAll } = found;
    if (server.url !== attempt.address || forAll !== (row.for_all === 1))
      return refused("conflict", "The server was changed meanwhile. Sign in again.");
    try {
      const signIn = await finishSignIn(attempt, returned, oauthFetch(server, resolver));
      const key = ofSignIn({ serverId, personId: forAll ? null : person.id });
      const about = { server_id: serverId, person_id: key.personId, address: server.url };
      const sealed = secrets.seal(JSON.stringify(signIn), aboutSecret.serverSignIn(about));
      const { host } = new URL(signIn.issuer);
      const by = { personId: person.id, tokenHash };
      const isKept = await keepSignIn(database, { ...key, address: server.url, sealed, host, by });
      if (!isKept) return refused("forbidden", "You may not sign in to it any more.");
      changed(serverId);
      return { serverId, title };
    } catch (error) {
      return wordsOf(error);
    }
  }

  /** Forgets a person's sign-in, or the instance's, here; and tells its authorization server. */
  async signOut(person: Person, serverId: string): Promise<Outcome> {
    const found = this.#serverFor(person, serverId);
    if ("refused" in found) return found;
    const { database, signIns, changed, resolver } = this.#deps;
    const { server, forAll } = found;
    const personId = forAll ? null : person.id;
    const held = await signIns.read({ serverId, address: server.url, personId });
    const key = ofSignIn({ serverId, personId });
    const isGone = await forgetSignIn(database, { ...key, by: person.id, why: "person" });
    if (!isGone) return refused("conflict", "Nobody is signed in to it.");
    changed(serverId);
    // Not awaited: the sign-in is forgotten here in any case.
    if (held !== null) void revokeSignIn(held, oauthFetch(server, resolver, revocationMs));
    return done;
  }

  /** Servers to which this person could sign in. */
  async states(person: Person): Promise<SignInOnPage[]> {
    const rows = await signInsSeenBy(this.#deps.database, person.id);
    return this.#deps.planned().flatMap(({ id: serverId, config, state }): SignInOnPage[] => {
      if (state !== "runs" || config?.transport.kind !== "http") return [];
      const { oauth, url } = config.transport;
      if (oauth === undefined || oauth.isMachine) return [];
      const owner = oauth.who === "person" ? person.id : "";
      const isSignedIn = rows.some(
        (row) => row.server_id === serverId && row.person_id === owner && row.address === url,
      );
      const mayChange = oauth.who === "person" || may(person.role, "manage-tools");
      return [{ serverId, who: oauth.who, isSignedIn, mayChange }];
    });
  }

  /** Forgets what was kept for servers that are elsewhere now, or gone. */
  async forgetElsewhere(): Promise<void> {
    const addresses = new Map<string, string | null>();
    const unread = new Set<string>();
    for (const { id, written } of this.#deps.planned()) {
      // The address of an entry that cannot be parsed is not known.
      if (written === null) unread.add(id);
      else addresses.set(id, written.transport.kind === "http" ? written.transport.url : null);
    }
    const gone = await forgetElsewhere(this.#deps.database, { addresses, unread });
    for (const serverId of gone) this.#deps.changed(serverId);
  }

  /** What this instance says of itself to authorization servers that read it (CIMD). */
  document(): object {
    const self = this.#self();
    return { client_id: this.#documentAt(), ...clientMetadata(self) };
  }

  #documentAt(): string {
    return `${this.#deps.access.publicOrigin ?? this.#deps.access.origin}${documentPath}`;
  }

  #self(): ClientIdentity {
    const { origin, publicOrigin } = this.#deps.access;
    const isPublic = publicOrigin?.startsWith("https:") === true;
    return {
      redirectUri: `${returnOrigin(publicOrigin ?? origin)}${callbackPath}`,
      documentAt: isPublic ? this.#documentAt() : null,
    };
  }

  async #made(serverId: string): Promise<MadeClient | null> {
    const { database, secrets } = this.#deps;
    const stored = await madeClientRow(database, serverId);
    const opened = stored && secrets.open(stored, aboutSecret.serverClient(serverId));
    return opened == null ? null : (JSON.parse(opened) as MadeClient);
  }

  #serverFor({ role }: Person, serverId: string): Of | Refusal {
    const planned = this.#deps.planned().find(({ id }) => id === serverId);
    const { config, state } = planned ?? {};
    if (config == null || state !== "runs") return refused("not-found", "There is no such server that runs.");
    const { transport, title } = config;
    if (transport.kind !== "http" || transport.oauth === undefined || transport.oauth.isMachine)
      return refused("conflict", "Nobody signs in to this server.");
    const forAll = transport.oauth.who === "instance";
    if (forAll && !may(role, "manage-tools"))
      return refused("forbidden", "Only an owner or an admin signs in to this server, for everybody here.");
    return { server: transport, title, forAll };
  }
}

const revocationMs = 3_000;
const notBegun = "This sign-in was not begun in this browser, or it took too long. Begin it again.";

function stateHashOf(state: string): string {
  return createHash("sha256").update(`server sign-in ${state}`).digest("hex");
}

/** Authorization servers take this computer by its number, and no name beneath localhost (RFC 8252, 7.3). */
function returnOrigin(origin: string): string {
  const url = new URL(origin);
  const isNamed = url.hostname.endsWith(".localhost") && url.protocol === "http:";
  return isNamed ? `http://127.0.0.1${url.port === "" ? "" : `:${url.port}`}` : origin;
}

function wordsOf(error: unknown): Refusal {
  if (error instanceof SignInRefused) return refused("conflict", error.message);
  throw error;
}
