/** A program that signed in for a person instead of having a key: OAuth. */
export type SignedInClient = {
  /** Its client id. */
  id: string;
  /** Who vouches for it: the host of its metadata document, of where its answers go, or of the issuer. */
  host: string;
};
