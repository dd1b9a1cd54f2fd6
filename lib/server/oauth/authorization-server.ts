import type { Interaction } from "oidc-provider";
import { resolvableHost } from "#lib/network/public-address.ts";
import type { Keys } from "#lib/server/people/keys.ts";
import type { Person } from "#lib/server/people/session.ts";
import {
  countEndingOauthRecords,
  keepOauthRecord,
  oauthRecord,
  prolongOauthRecord,
} from "#lib/store/people/oauth-records.ts";
import { countTry } from "#lib/store/people/sign-in-tries.ts";
import { oneLine } from "#lib/untrusted/one-line.ts";
import type { ClientTerms } from "#lib/verdict/client-terms.ts";
import { grantDays } from "./grant-days.ts";
import { libraryExchange, type LibraryReply, type LibraryRequest, whyRefused } from "./library-exchange.ts";
import { endpoints, oauthLibrary, type LibraryOptions } from "./oauth-library.ts";
import { ownMetadata } from "./own-metadata.ts";
import { objectIn } from "./object-in.ts";
import { passing, unwantedMs } from "./record-adapter.ts";

/** Who asks to be let in, as a person sees it on the page of consent. */
export type AskingClient = {
  id: string;
  /** Its own words. */
  name: string;
  /** Whose word its name is: the host of its document; null for a client that registered, which nobody vouches for. */
  vouchedBy: string | null;
  /**
   * Where the person is sent with the code: a host, or a program on the person's own computer. `scheme`: what its links
   * begin with, where it is not the web's; any program may choose one, also one that looks like a host.
   */
  to: { host: string; address: string; isOwnComputer: boolean; scheme: string | null };
};

/** `wrong`: there is nowhere to send the person back to. `back`: the client is told at this address. */
export type CheckedRequest = { client: AskingClient } | { wrong: string } | { back: string };
export type Consent = { name: string; terms: ClientTerms };

/**
 * The authorization server for clients of this instance: authorization code with PKCE, for one resource. The library
 * does what the standards say; who a person is and what they agree to comes from our own guarded routes, so no browser
 * ever has a cookie of the library.
 */
export type AuthorizationServer = {
  metadata: () => Promise<Record<string, unknown>>;
  /** A request to the endpoint for tokens, revocation or registration. */
  answer: (sent: LibraryRequest) => Promise<Response>;
  ask: (query: string) => Promise<CheckedRequest>;
  /** What the person decided; null: they do not let it in. Resolves to where their browser goes. */
  decide: (
    by: { person: Person; tokenHash: string },
    query: string,
    consent: Consent | null,
  ) => Promise<{ back: string } | { wrong: string } | "too-many" | "signed-out">;
};

type Options = Omit<LibraryOptions, "mayAskFor"> & { keys: Keys; register: boolean };

const lifetimeMs = grantDays * 24 * 60 * 60 * 1_000;
/** Clients that may register within a quarter of an hour, and clients in all that nobody has let in yet. */
const mostRegistered = { inQuarter: 20, inAll: 500 };
const quarterMs = 15 * 60 * 1000;

export function authorizationServer(options: Options): AuthorizationServer {
  const { database, keys, origin, resources, scope, register } = options;
  const at = (path: string) => new URL(path, origin);

  const provider = oauthLibrary({ ...options, mayAskFor });
  const callback = provider.callback();
  const exchange = (sent: LibraryRequest) => libraryExchange(callback, sent);

  /** A document is read when a person is asked to let its client in, and for a client that is in; never for strangers. */
  async function mayAskFor(clientId: string): Promise<boolean> {
    return passing.getStore() !== undefined || (await oauthRecord(database, { kind: "LetIn", id: clientId })) !== null;
  }

  /** What a client asks for, checked by the library; `done` may go on with it. */
  function considered<Result>(
    query: string,
    goOn: (asked: { interaction: Interaction; client: AskingClient; cookies: string }) => Promise<Result>,
  ): Promise<Result | { wrong: string } | { back: string }> {
    return passing.run(new Map(), async () => {
      const url = at(endpoints.authorization);
      for (const [name, value] of new URLSearchParams(query))
        if (heeded.has(name)) url.searchParams.append(name, value);
      // There is one thing to ask for. What a client wants besides, it does not get.
      url.searchParams.set("scope", scope);
      const said = await exchange({ method: "GET", url });
      const location = locationOf(said, origin);
      if (location === null) return { wrong: whyRefused(said, url) };
      if (!location.startsWith(`${url.origin}${endpoints.authorization}/`)) return { back: location };
      const interaction = await provider.Interaction.find(location.slice(location.lastIndexOf("/") + 1));
      const client = await provider.Client.find(String(interaction?.params["client_id"]));
      const address = String(interaction?.params["redirect_uri"]);
      if (interaction === undefined || client === undefined || URL.parse(address)?.origin === url.origin) {
        return { wrong: "It wants its answer here, where no client is." };
      }
      const to = wayBack(address);
      if (new URL(address).protocol === "http:" && !to.isOwnComputer) {
        return { wrong: "It wants its answer without encryption, at another computer." };
      }
      const isDocument = /^https:\/\//i.test(client.clientId);
      const asking: AskingClient = {
        id: client.clientId,
        name:
          oneLine(client.clientName ?? "")
            .slice(0, 60)
            .toWellFormed()
            .trim() || "A client without a name",
        vouchedBy: isDocument ? resolvableHost(new URL(client.clientId)) : null,
        to,
      };
      return goOn({ interaction, client: asking, cookies: cookiesOf(said) });
    });
  }

  /** Goes on where the library waited for the person, with what they decided. */
  async function resumed(interaction: Interaction, cookies: string): Promise<string> {
    await interaction.persist();
    const said = await exchange({ method: "GET", url: new URL(interaction.returnTo), headers: { cookie: cookies } });
    const location = locationOf(said, origin);
    if (location === null || location.startsWith(at(endpoints.authorization).href)) {
      throw new Error(`The library did not take the consent: ${whyRefused(said)}`);
    }
    return location;
  }

  async function letIn(
    { person, tokenHash }: { person: Person; tokenHash: string },
    asked: { interaction: Interaction; client: AskingClient; cookies: string },
    { name, terms }: Consent,
  ) {
    const { interaction, client, cookies } = asked;
    const made = await keys.make(
      { person, tokenHash },
      {
        name,
        scopes: ["tools:call"],
        terms,
        client: { id: client.id, host: client.vouchedBy ?? client.to.host },
        days: grantDays,
      },
    );
    // Nobody gets the secret of such a key: only the tokens of its grant count.
    if (typeof made === "string") return made;
    const grant = new provider.Grant({ accountId: person.id, clientId: client.id });
    grant.jti = made.key.id;
    for (const resource of resources) grant.addResourceScope(resource, scope);
    await grant.save();
    await prolongOauthRecord(database, { kind: "Client", id: client.id }, lifetimeMs);
    await keepOauthRecord(database, { kind: "LetIn", id: client.id, payload: {}, grantId: null, lifetimeMs });
    interaction.result = { login: { accountId: person.id, remember: false }, consent: { grantId: made.key.id } };
    try {
      return { back: await resumed(interaction, cookies) };
    } catch (error) {
      await keys.revoke(person, made.key.id);
      throw error;
    }
  }

  async function mayRegister(): Promise<boolean> {
    if ((await countTry(database, "oauth-registrations", quarterMs)) > mostRegistered.inQuarter) return false;
    return (await countEndingOauthRecords(database, "Client", unwantedMs)) < mostRegistered.inAll;
  }

  return {
    metadata: async () => {
      const { text } = await exchange({ method: "GET", url: at("/.well-known/oauth-authorization-server") });
      const all = JSON.parse(text) as Record<string, unknown>;
      return { ...Object.fromEntries(told.map((name) => [name, all[name]])), scopes_supported: [scope] };
    },
    answer: async (sent) => {
      const isRegistration = register && sent.url.pathname === endpoints.registration;
      if (isRegistration && !(await mayRegister())) {
        return Response.json({ error: "temporarily_unavailable" }, { status: 429 });
      }
      const body = isRegistration ? JSON.stringify(ownMetadata(objectIn(sent.body))) : sent.body;
      const said = await exchange({ ...sent, ...(body === undefined ? {} : { body }) });
      return new Response(said.text, {
        status: said.status,
        headers: { "content-type": "application/json", "cache-control": "no-store" },
      });
    },
    ask: (query) => considered(query, async ({ client }) => ({ client })),
    decide: (by, query, consent) =>
      considered(query, async (asked) => {
        if (consent !== null) return letIn(by, asked, consent);
        asked.interaction.result = { error: "access_denied", error_description: "The person said no." };
        return { back: await resumed(asked.interaction, asked.cookies) };
      }),
  };
}

/** What counts of a client's request. */
const heeded = new Set([
  "response_type",
  "client_id",
  "redirect_uri",
  "code_challenge",
  "code_challenge_method",
  "resource",
  "state",
  "prompt",
]);

/** Of what the library says of itself, what is true of us: there are no ID tokens. */
const told = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
  "response_types_supported",
  "grant_types_supported",
  "token_endpoint_auth_methods_supported",
  "code_challenge_methods_supported",
  "authorization_response_iss_parameter_supported",
  "client_id_metadata_document_supported",
];

/** Of a program with a scheme of its own the host is that scheme, because its address may name any host. */
function wayBack(address: string): AskingClient["to"] {
  const url = new URL(address);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const isHere = url.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  const scheme = isWeb ? null : url.protocol;
  return { host: scheme ?? resolvableHost(url), address, isOwnComputer: !isWeb || isHere, scheme };
}

function locationOf({ status, headers }: LibraryReply, origin: string): string | null {
  const { location } = headers;
  return status >= 300 && status < 400 && typeof location === "string" ? new URL(location, origin).href : null;
}

function cookiesOf({ headers }: LibraryReply): string {
  return [headers["set-cookie"] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(";")[0])
    .join("; ");
}
