import type { ApiKey } from "#lib/people/api-key.ts";
import { KeyRow } from "./key-row.tsx";
import type { ToolToChoose } from "./tool-choices.tsx";

type Props = {
  keys: ApiKey[];
  personId: string;
  /** Where clients sign in, if they may. */
  signIn: "here" | "issuer" | null;
  /** Whether this person may let a client in again that was revoked. */
  mayLetIn: boolean;
  tools: ToolToChoose[];
};

/** The clients that people let in by OAuth, each to be shut out. Those with a key stand with the keys. */
export function SignedInClients({ keys, personId, signIn, mayLetIn, tools }: Props) {
  const clients = keys.filter(({ client }) => client !== null);
  const standing = clients.filter(({ revokedAt }) => revokedAt === null);
  // Elsewhere a client that was revoked asks again by itself.
  const revoked = signIn === "issuer" ? clients.filter((key) => key.ofIssuer && key.revokedAt !== null) : [];
  if (standing.length === 0 && signIn === null) return null;
  const row = (key: ApiKey, hasEnded: boolean) => (
    <KeyRow
      key={key.id}
      apiKey={key}
      isOwn={key.owner.id === personId}
      tools={tools}
      hasEnded={hasEnded}
      mayLetIn={mayLetIn}
    />
  );
  return (
    <section aria-labelledby="signed-in" className="flex flex-col gap-3">
      <h2 id="signed-in" className="font-medium">
        Signed in
      </h2>
      {signIn === null ? null : <p className="text-small text-muted">{signInWords[signIn]}</p>}
      <ul className="flex flex-col border-t border-line">{standing.map((key) => row(key, false))}</ul>
      {revoked.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer py-2.5 text-muted">Revoked: {revoked.length}</summary>
          <p className="pb-2 text-small text-muted">
            A client that was revoked stays out, whatever tokens it still gets
            {mayLetIn ? ", until you let it in again." : ", until the owner lets it in again."}
          </p>
          <ul aria-label="Revoked clients" className="flex flex-col border-t border-line">
            {revoked.map((key) => row(key, true))}
          </ul>
        </details>
      )}
    </section>
  );
}

const signInWords = {
  here: "A client that knows OAuth needs no key: give it the address alone. It opens a page here, and you let it in.",
  issuer: "A client that knows OAuth needs no key: give it the address alone. Your organisation lets it in.",
};
