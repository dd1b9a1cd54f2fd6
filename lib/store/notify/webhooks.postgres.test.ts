import { expect, test } from "vitest";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { until } from "#e2e/support/until.ts";
import { waitsForLock } from "#e2e/support/waits-for-lock.ts";
import { lockCount } from "#lib/store/people/person-counts.ts";
import { addWebhook, allWebhooks } from "./webhooks.ts";

const webhook = (id: string) =>
  ({ id, kind: "signed", url: "sealed", secret: "sealed", with_arguments: 0, key_id: null }) as const;

async function opened() {
  const database = await openTestDatabase();
  const person = { id: "kim", name: "Kim", role: "owner", created_at: 0 } as const;
  await database.db.insertInto("people").values(person).execute();
  return { database };
}

test("G14: webhooks that two people add at once count one another", async () => {
  const { database } = await opened();
  const holding = Promise.withResolvers<void>();
  let isOver = false;
  // As for somebody else, in another process.
  const others = database.db.transaction().execute(async (trx) => {
    await lockCount(database, trx, "webhooks");
    await trx
      .insertInto("webhooks")
      .values({ ...webhook("theirs"), created_at: 0, last_at: null, last_problem: null })
      .execute();
    holding.resolve();
    await until(async () => isOver || (await waitsForLock(database)), "the second to wait for its turn");
  });
  await holding.promise;
  const added = addWebhook(database, "kim", { ...webhook("ours"), host: "a.example" }, 1).finally(
    () => (isOver = true),
  );
  await others;
  expect(await added).toBe("too-many");
  expect((await allWebhooks(database)).map(({ id }) => id)).toEqual(["theirs"]);
});
