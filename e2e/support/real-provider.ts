import { createServer } from "node:http";
import { once } from "node:events";
import { Provider } from "oidc-provider";
import type { OidcSettings } from "#lib/server/settings/team-settings.ts";
import { freePort } from "./free-port.ts";

/** Who signs in at the provider, as it says in its ID token. */
export type Subject = { sub: string; email: string; email_verified: boolean; name: string };

/** A real OpenID provider on loopback, at which somebody signs in by asking. */
export async function realProvider(callback: string): Promise<{
  settings: OidcSettings;
  signInAs: (who: Subject) => void;
  /** A token of its client for an MCP server, as that person's. */
  tokenFor: (audience: string, sub: string) => Promise<string>;
  close: () => void;
}> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  let subject: Subject = { sub: "nobody", email: "nobody@example.com", email_verified: false, name: "Nobody" };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "countersign",
        client_secret: "a secret of the client",
        redirect_uris: [callback],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...subject, sub: id }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key of the provider"] },
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void answer(request, response);
    void consent(request, response);
  });
  /** Signs in and agrees to everything, as somebody at the provider's pages would. */
  async function consent(...[request, response]: Parameters<typeof answer>): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === "login") {
      return provider.interactionFinished(request, response, { login: { accountId: subject.sub } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params["client_id"]) });
    grant.addOIDCScope("openid email profile");
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }
  server.listen(Number(new URL(issuer).port), "127.0.0.1");
  await once(server, "listening");
  const settings = {
    issuer,
    clientId: "countersign",
    clientSecret: "a secret of the client",
    domains: [],
    linkByEmail: false,
    name: "Example",
  };
  return {
    settings,
    signInAs: (who) => (subject = who),
    tokenFor: async (audience, sub) => {
      const client = await provider.Client.find("countersign");
      if (client === undefined) throw new Error("The provider does not know its own client.");
      const scope = "tools:call";
      const token = new provider.AccessToken({ accountId: sub, client, scope, gty: "authorization_code" } as never);
      const jwt = { sign: { alg: "RS256" as const } };
      const info = { audience, scope, accessTokenFormat: "jwt" as const, accessTokenTTL: 600, jwt };
      token.resourceServer = new provider.ResourceServer(audience, info);
      return token.save();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Goes where a browser would, keeping cookies, until an address begins with `until`. */
export async function follow(start: string, until: string): Promise<URL> {
  const jar = new Map<string, string>();
  for (let url = start, hops = 0; hops < 12; hops += 1) {
    if (url.startsWith(until)) return new URL(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  throw new Error("The provider sends round in circles.");
}

/** The Cookie header of a browser that was given these. */
export function kept(cookies: string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}
