import { expect, test } from "vitest";
import { usualOauth } from "#e2e/support/usual-oauth.ts";
import { parseMcpConfig } from "./config.ts";

function oauthIn(more: object): unknown {
  const mcpServers = { far: { url: "https://far.example/mcp", ...more } };
  const text = JSON.stringify({ mcpServers });
  const [config] = parseMcpConfig({ text, file: "mcp.json", folder: "/", environment: { SECRET: "s3cret" } });
  if (config?.transport.kind !== "http") throw new Error("It has no address.");
  return config.transport.oauth ?? null;
}

test("M41, M44: who signs in stands in the entry; where it brings a key of its own, nobody does", () => {
  expect(oauthIn({})).toEqual(usualOauth);
  expect(oauthIn({ headers: { "x-region": "eu" } })).toEqual(usualOauth);
  expect(oauthIn({ oauth: false })).toBeNull();
  expect(oauthIn({ headers: { Authorization: "Bearer x" } })).toBeNull();
  expect(oauthIn({ headers: { "x-api-key": "x" } })).toBeNull();
  expect(oauthIn({ oauth: { who: "instance", scope: "a b" } })).toEqual({
    ...usualOauth,
    who: "instance",
    scope: "a b",
  });
  const client = { clientId: "c", clientSecret: "${SECRET}", issuer: "https://login.example" };
  const typed = { clientId: "c", clientSecret: "s3cret", issuer: "https://login.example" };
  expect(oauthIn({ oauth: client })).toEqual({ ...usualOauth, ...typed });
  expect(oauthIn({ oauth: { grant: "client_credentials", ...client } })).toEqual({
    ...usualOauth,
    ...typed,
    who: "instance",
    isMachine: true,
  });
});

test("M44: what does not fit is refused, in a sentence", () => {
  const client = { clientId: "c", clientSecret: "s" };
  const odd: [object, string][] = [
    [{ oauth: { who: "all" } }, '"person" or "instance"'],
    [{ oauth: { whom: "person" } }, '"whom"'],
    [{ oauth: true }, "must be false"],
    [{ oauth: client }, "sent nowhere else"],
    [{ oauth: { clientSecret: "s", issuer: "https://login.example" } }, "sent nowhere else"],
    [{ oauth: { grant: "client_credentials", clientId: "c" } }, 'needs "clientId", "clientSecret" and "issuer"'],
    [
      { oauth: { grant: "client_credentials", who: "person", ...client, issuer: "https://login.example" } },
      '"instance"',
    ],
    [{ oauth: { issuer: "http://login.example" } }, "must be an https:// address"],
    [{ oauth: { issuer: "https://login.example/?a=b" } }, "must be an https:// address"],
    [{ oauth: { who: "person" }, headers: { authorization: "Bearer x" } }, "does not go with the header"],
  ];
  for (const [entry, words] of odd) expect(() => oauthIn(entry), JSON.stringify(entry)).toThrow(words);
  const program = JSON.stringify({ mcpServers: { near: { command: "x", oauth: { who: "person" } } } });
  const file = { text: program, file: "mcp.json", folder: "/", environment: {} };
  expect(() => parseMcpConfig(file)).toThrow("belongs to servers with a url");
});
