import type { ApiKey } from "#lib/people/api-key.ts";
import { KeyRow } from "./key-row.tsx";
import type { ToolToChoose } from "./tool-choices.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

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
  const say = useSay(settingsWords);
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
        {say("signedIn")}
      </h2>
      {signIn === null ? null : (
        <p className="text-small text-muted">{say(signIn === "here" ? "noKeyNeededHere" : "noKeyNeededIssuer")}</p>
      )}
      <ul className="flex flex-col border-t border-line">{standing.map((key) => row(key, false))}</ul>
      {revoked.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer py-2.5 text-muted">
            {say.rich("revokedRevoked", { revoked: revoked.length })}
          </summary>
          <p className="pb-2 text-small text-muted">
            {say.rich("aClientThatWasRevoked", { mayLetIn: mayLetIn ? "yes" : "no" })}
          </p>
          <ul aria-label={say("revokedClients")} className="flex flex-col border-t border-line">
            {revoked.map((key) => row(key, true))}
          </ul>
        </details>
      )}
    </section>
  );
}
