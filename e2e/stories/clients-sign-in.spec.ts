import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from "@modelcontextprotocol/client";
import { hasNoFlaws } from "../support/look.ts";
import { expect, openChat, test } from "../support/story.ts";

/** The client's own page, to which the browser goes with the code. */
async function clientPage() {
  const server = createServer((_request, response) => response.end("Back at the client"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, callback: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback` };
}

function signingIn(redirectUrl: string) {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string; goTo?: URL; found?: unknown } = {};
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: "Desk <b>1</b>", redirect_uris: [redirectUrl] },
    state: () => "mine",
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => void (kept.client = client),
    discoveryState: () => kept.found,
    saveDiscoveryState: (found: unknown) => void (kept.found = found),
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.goTo = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
  };
  // What it keeps it was given by the SDK itself.
  return { kept, provider: provider as unknown as OAuthClientProvider };
}

test("F13, F14: a client signs in by a person's consent, shows up under Clients, and is shut out there", async ({
  page,
  launch,
}) => {
  const app = await launch({ env: { CLIENT_SIGN_IN: "register" } });
  // Each address of the endpoint is a resource by its own name.
  for (const path of ["/api/mcp", "/mcp"]) {
    const metadata = `${app.url}/.well-known/oauth-protected-resource${path}`;
    const challenge = (await fetch(app.url + path, { method: "POST" })).headers.get("www-authenticate");
    expect(challenge).toBe(`Bearer resource_metadata="${metadata}", scope="tools:call"`);
    expect(await (await fetch(metadata)).json()).toMatchObject({ resource: app.url + path });
  }
  await openChat(page, app);
  const { server, callback } = await clientPage();
  try {
    const { kept, provider } = signingIn(callback);
    const transport = () => new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { authProvider: provider });
    const versionNegotiation = { mode: { pin: "2026-07-28" as const } };
    const first = transport();
    await expect(new Client({ name: "desk", version: "1" }, { versionNegotiation }).connect(first)).rejects.toThrow(
      "Unauthorized",
    );

    await page.goto(String(kept.goTo));
    await expect(page.getByRole("heading", { name: "“Desk <b>1</b>” wants to use your tools" })).toBeVisible();
    await expect(page.getByText("Nobody vouches for it.")).toBeVisible();
    await expect(page.getByText("a program on your computer")).toBeVisible();
    await expect(page.getByLabel("An Approve inside this client counts for")).toHaveValue("");
    await hasNoFlaws(page);
    await page.getByRole("button", { name: "Refuse" }).click();
    await page.waitForURL(`${callback}**`);
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");

    const redirect_uri = "claude.ai:/back";
    const registered = await fetch(`${app.url}/api/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Claude", redirect_uris: [redirect_uri] }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const alike = new URL(String(kept.goTo));
    for (const [name, value] of Object.entries({ client_id, redirect_uri })) alike.searchParams.set(name, value);
    await page.goto(alike.href);
    await expect(page.getByText("claude.ai: Any program may choose this word. It is not a website.")).toBeVisible();
    await hasNoFlaws(page);

    await page.goto(String(kept.goTo));
    await page.getByRole("button", { name: "Let it in" }).click();
    await expect(page.getByText("Give it a name first.")).toBeVisible();
    await page.getByLabel("What you call it").fill("My desk");
    await page.getByLabel("What you call it").press("Enter");
    await page.getByRole("button", { name: "Let it in" }).press("Enter");
    await expect(page.getByText("Enter alone lets nobody in.")).toBeVisible();
    await page.getByRole("button", { name: "Let it in" }).click();
    await page.waitForURL(`${callback}**`);
    await first.finishAuth(new URL(page.url()).searchParams);
    const client = new Client({ name: "desk", version: "1" }, { versionNegotiation });
    await client.connect(transport());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("workspace__read_file");

    await page.goto(`${app.url}/settings/clients`);
    const signedIn = page.getByRole("region", { name: "Signed in" });
    await expect(signedIn).toContainText("My desk");
    await expect(signedIn).toContainText("Of 127.0.0.1, let in");
    await hasNoFlaws(page);
    await page.getByRole("button", { name: "Revoke My desk" }).click();
    await page.getByRole("button", { name: "Revoke for good" }).click();
    await expect(signedIn).not.toContainText("My desk");
    await expect(client.listTools()).rejects.toThrow();
    await page.goto(`${app.url}/connect?client_id=nobody`);
    await expect(page.getByRole("heading", { name: "This request cannot be answered" })).toBeVisible();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
