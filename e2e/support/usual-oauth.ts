import type { OauthSettings } from "#lib/mcp/config/oauth-settings.ts";

/** How people sign in where an entry of mcp.json says nothing of it. */
export const usualOauth: OauthSettings = {
  who: "person",
  issuer: null,
  clientId: null,
  clientSecret: null,
  scope: null,
  isMachine: false,
};
