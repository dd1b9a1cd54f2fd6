import type { ApiKey } from "#lib/people/api-key.ts";
import { KeyRow } from "./key-row.tsx";

/** The clients that people let in by OAuth, each to be shut out. Those with a key stand with the keys. */
export function SignedInClients({ keys, personId }: { keys: ApiKey[]; personId: string }) {
  const standing = keys.filter(({ client, revokedAt }) => client !== null && revokedAt === null);
  if (standing.length === 0) return null;
  return (
    <section aria-labelledby="signed-in" className="flex flex-col gap-3">
      <h2 id="signed-in" className="font-medium">
        Signed in
      </h2>
      <ul className="flex flex-col border-t border-line">
        {standing.map((key) => (
          <KeyRow key={key.id} apiKey={key} isOwn={key.owner.id === personId} />
        ))}
      </ul>
    </section>
  );
}
