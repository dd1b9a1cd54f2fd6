import type { ApiKey } from "#lib/people/api-key.ts";
import { KeyRow } from "./key-row.tsx";
import type { ToolChoice } from "./tool-choices.tsx";

type Props = { keys: ApiKey[]; personId: string; maySignIn: boolean; tools: ToolChoice[] };

/** The clients that people let in by OAuth, each to be shut out. Those with a key stand with the keys. */
export function SignedInClients({ keys, personId, maySignIn, tools }: Props) {
  const standing = keys.filter(({ client, revokedAt }) => client !== null && revokedAt === null);
  if (standing.length === 0 && !maySignIn) return null;
  return (
    <section aria-labelledby="signed-in" className="flex flex-col gap-3">
      <h2 id="signed-in" className="font-medium">
        Signed in
      </h2>
      {maySignIn ? (
        <p className="text-small text-muted">
          A client that knows OAuth needs no key: give it the address alone. It opens a page here, and you let it in.
        </p>
      ) : null}
      <ul className="flex flex-col border-t border-line">
        {standing.map((key) => (
          <KeyRow key={key.id} apiKey={key} isOwn={key.owner.id === personId} tools={tools} />
        ))}
      </ul>
    </section>
  );
}
