import type { AuthorizationServerMetadata, OAuthClientInformationMixed } from "@modelcontextprotocol/client";

/** A client as an authorization server knows it. */
export type OauthClient = OAuthClientInformationMixed;

/** Where a sign-in to a server is made. It is worth something only at `address` and at `issuer`. */
export type SignInPlace = {
  v: 1;
  /** Of the server, as configured. */
  address: string;
  issuer: string;
  metadata: AuthorizationServerMetadata;
  client: OauthClient;
  /** The server in the words of the authorization server (RFC 8707); null where it was not asked for. */
  resource: string | null;
};

/** What is kept of a sign-in to a server, sealed. */
export type SignIn = SignInPlace & {
  accessToken: string;
  refreshToken: string | null;
  /** Unix ms; null where the authorization server does not say. */
  expiresAt: number | null;
  scope: string | null;
};

/** `personId`: null for the sign-in of the instance. */
export type SignInOf = { serverId: string; address: string; personId: string | null };

/** Where sign-ins are kept. What is kept for another address, or another person, is never found. */
export type SignIns = {
  read: (of: SignInOf) => Promise<SignIn | null>;
  /** A person who is signed in, for lists alone; null where nobody is. */
  anybody: (of: Omit<SignInOf, "personId">) => Promise<string | null>;
  /**
   * Replaces a sign-in whose access token is worth nothing any more by what `work` makes of it, in one process at a time;
   * null forgets it. Resolves to what is kept then: of another process, where that was faster.
   */
  renew: (of: SignInOf, token: string, work: (former: SignIn) => Promise<SignIn | null>) => Promise<SignIn | null>;
};
