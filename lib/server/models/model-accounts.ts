import { isDeepStrictEqual } from "node:util";
import type { ModelChoice } from "#lib/chat/chat-summary.ts";
import type { AccountProvider, ModelConnection } from "#lib/chat/model-connection.ts";
import { askOnce } from "#lib/models/ask-once.ts";
import { listModels } from "#lib/models/providers/list-models.ts";
import { type Connected, environmentModels } from "#lib/models/models.ts";
import type { ModelSettings } from "#lib/models/settings.ts";
import { viaProxyBy } from "#lib/models/providers/value-of.ts";
import type { ListedModel, Problem, Variables } from "#lib/models/providers/provider.ts";
import type { ProviderSettings } from "#lib/models/providers/providers.ts";
import { may } from "#lib/people/may.ts";
import type { Role } from "#lib/people/role.ts";
import type { Log } from "#lib/server/observe/log.ts";
import type { SecretBox } from "#lib/server/settings/secret-box.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { countMore } from "#lib/store/people/person-counts.ts";
import { watchStore } from "#lib/store/engine/watch-store.ts";
import {
  addModelConnection,
  allModelConnections,
  type StoredConnection,
  changeModelConnection,
  chooseDefaultModel,
  chosenDefaultModel,
  removeModelConnection,
} from "#lib/store/models/model-connections.ts";
import type { ModelConnectionRow } from "#lib/store/schema/model-tables.ts";
import { aboutSecret } from "#lib/store/schema/about-secret.ts";
import { accountHost, accountModels, accountSecrets, accountSettings, storedModels } from "./account-settings.ts";
import { firstModels, mergeModels, type SetModel } from "./merge-models.ts";
import { nearbyServers, type NearbyServer } from "./nearby-servers.ts";

type By = { id: string; role: Role };
/** Also in which session: the provider is asked first, and it may have ended by then. */
type InSession = By & { tokenHash: string };
type Given = { provider: AccountProvider; address: string | null; apiKey: string | null; isPersonal: boolean };

/** Accounts at providers of models that people connect in the app, used at once and without a restart. */
export type ModelAccounts = {
  /** What the environment names; it wins. */
  environment: ModelChoice[];
  /** The models of all accounts whose keys could be opened, as they stand now. */
  connected: () => Connected;
  /** What a person sees: their own accounts, and everybody's. */
  list: (by: By) => ModelConnection[];
  /** Lists the account's models, and keeps it only if that works. */
  connect: (by: InSession, given: Given) => Promise<{ id: string } | Problem | "forbidden" | "signed-out">;
  /** Null where there is no such account that this person may change. */
  change: (
    by: InSession,
    id: string,
    change: { models?: SetModel[]; apiKey?: string },
  ) => Promise<ModelConnection | Problem | null>;
  remove: (by: By, id: string) => Promise<boolean>;
  /** Asks a model for one word; `problem` says why it did not answer. Null where there is no such model. */
  test: (by: By, id: string, modelId: string) => Promise<{ problem: string | null } | null>;
  /** False where the key is no model of everybody's, or this person may not choose. */
  choose: (by: By, key: string | null) => Promise<boolean>;
  /** Model servers of this machine that answer. */
  nearby: () => Promise<NearbyServer[]>;
  /** Reads the accounts for the first time. */
  load: () => Promise<void>;
  stop: () => Promise<void>;
};

type Deps = {
  database: Database;
  settings: ModelSettings;
  variables: Variables;
  /** Makes the key at the first need. */
  box: () => SecretBox;
  learnSecrets: (secrets: string[]) => void;
  log: Pick<Log, "warn">;
};

/** `tries`: requests to providers that a person may make within an hour, besides chats. */
const most = { ofEverybody: 50, ofPerson: 10, tries: 60 };
const listingMs = 10_000;
const lookEveryMs = 5_000;

export function modelAccounts({ database, settings, variables, box, learnSecrets, log }: Deps): ModelAccounts {
  const viaProxy = viaProxyBy(variables);
  let rows: StoredConnection[] = [];
  /** The rows from which `now` was made. */
  let seen: unknown = null;
  let now: Connected = { models: [], chosen: null, broken: [] };

  const opened = (row: StoredConnection): { settings: ProviderSettings[AccountProvider] } | Problem => {
    const apiKey = row.sealed_key === null ? null : box().open(row.sealed_key, aboutSecret.modelKey(row));
    if (row.base_url !== null && row.person_id !== null && !(row.role !== null && may(row.role, "manage-models"))) {
      return { problem: "Only an owner uses a server by its address." };
    }
    if (row.sealed_key !== null && apiKey === null) {
      return { problem: "Its key was sealed with another key than this instance has. Enter it again." };
    }
    return accountSettings(row.provider, { apiKey, baseUrl: row.base_url, viaProxy });
  };

  async function read(): Promise<void> {
    const [all, chosen] = await Promise.all([allModelConnections(database), chosenDefaultModel(database)]);
    // The same rows as last time: no secret is opened, and no model is made again.
    if (isDeepStrictEqual(seen, { all, chosen })) return;
    const broken: Connected["broken"] = [];
    const models = all.flatMap((row) => {
      const account = opened(row);
      if ("settings" in account) return accountModels(row, account.settings);
      broken.push({ id: row.id, personId: row.person_id, problem: account.problem });
      return [];
    });
    learnSecrets(models.flatMap(({ provider, settings }) => accountSecrets(provider, settings)));
    seen = { all, chosen };
    rows = all;
    now = { models, chosen, broken };
  }

  const watching = watchStore(database, {
    on: ["models"],
    read,
    everyMs: lookEveryMs,
    // Roles change without a signal of this kind.
    evenAlone: true,
    failed: (error) => log.warn("models.not-read", { error }),
  });

  const maySee = (row: ModelConnectionRow, by: By) => row.person_id === null || row.person_id === by.id;
  const mayChange = (row: ModelConnectionRow, by: By) =>
    row.person_id === null ? may(by.role, "manage-models") : row.person_id === by.id;
  /** With the role of now, which the rows may not have yet. */
  const mayReach = (row: ModelConnectionRow, by: By) => row.base_url === null || may(by.role, "manage-models");
  const changeable = (by: By, id: string) => rows.find((row) => row.id === id && mayChange(row, by));

  const viewOf = (row: StoredConnection): ModelConnection => {
    const account = opened(row);
    return {
      id: row.id,
      provider: row.provider,
      host: accountHost(row),
      hasKey: row.sealed_key !== null,
      isPersonal: row.person_id !== null,
      problem: "problem" in account ? account.problem : null,
      models: storedModels(row),
      createdAt: Number(row.created_at),
    };
  };

  /** Why this person has to wait before anything more goes out for them; null when they need not. */
  const tooOften = async (by: By): Promise<Problem | null> => {
    const over = await countMore(database, database.db, { personId: by.id, what: "tries", more: 1, most: most.tries });
    if (over === null) return null;
    return { problem: `You have tried this too often. Try again in ${Math.ceil(over.leftMs / 60_000)} minutes.` };
  };

  return {
    environment: environmentModels(settings),
    connected: () => now,
    list: (by) => rows.filter((row) => maySee(row, by)).map(viewOf),
    connect: async (by, { provider, address, apiKey, isPersonal }) => {
      if (!isPersonal && !may(by.role, "manage-models")) return "forbidden";
      // Requests to an address go out from this machine, into its networks too.
      if (address !== null && !may(by.role, "manage-models")) return "forbidden";
      const account = accountSettings(provider, { apiKey, baseUrl: address, viaProxy });
      if ("problem" in account) return account;
      const over = await tooOften(by);
      if (over !== null) return over;
      const listed = await listModels(provider, account.settings, { timeoutMs: listingMs });
      if ("problem" in listed) return listed;
      if (listed.models.length === 0) return { problem: "The account works, but lists no model that can chat." };
      const models_json = JSON.stringify(firstModels(provider, listed.models));
      for (const id of connectionIdOf({ provider, address })) {
        const about = { id, provider, base_url: address, person_id: isPersonal ? by.id : null };
        const row = { ...about, models_json, host: accountHost(about) };
        const sealed_key = apiKey === null ? null : box().seal(apiKey, aboutSecret.modelKey(about));
        const limit = isPersonal ? most.ofPerson : most.ofEverybody;
        const outcome = await addModelConnection(database, by, { ...row, sealed_key, most: limit });
        if (outcome === "taken") continue;
        if (outcome === "forbidden" || outcome === "signed-out") return outcome;
        if (outcome === "too-many") return { problem: `There are ${limit} accounts already. Disconnect some first.` };
        await read();
        return { id };
      }
      return { problem: "There are too many accounts of this kind. Disconnect some first." };
    },
    change: async (by, id, { models, apiKey }) => {
      const row = changeable(by, id);
      if (row === undefined) return null;
      let listed: ListedModel[] | null = null;
      if (apiKey !== undefined && !mayReach(row, by)) return null;
      if (apiKey !== undefined) {
        const account = accountSettings(row.provider, { apiKey, baseUrl: row.base_url, viaProxy });
        if ("problem" in account) return account;
        const over = await tooOften(by);
        if (over !== null) return over;
        const found = await listModels(row.provider, account.settings, { timeoutMs: listingMs });
        if ("problem" in found) return found;
        listed = found.models;
      }
      const changed = await changeModelConnection(database, by, {
        id,
        host: accountHost(row),
        change: (current) => ({
          models: mergeModels(storedModels(current), { set: models ?? [], listed }),
          ...(apiKey === undefined ? {} : { sealedKey: box().seal(apiKey, aboutSecret.modelKey(current)) }),
        }),
      });
      if (changed === null) return null;
      await read();
      return viewOf({ ...changed, role: row.role });
    },
    remove: async (by, id) => {
      const row = changeable(by, id);
      const removed =
        row !== undefined && (await removeModelConnection(database, by.id, { id, host: accountHost(row) }));
      if (removed) await read();
      return removed;
    },
    test: async (by, id, modelId) => {
      const row = rows.find((one) => one.id === id && maySee(one, by));
      const account = row && opened(row);
      if (!row || !account || (row.person_id !== null && !mayReach(row, by))) return null;
      if ("problem" in account) return account;
      const model = accountModels(row, account.settings).find((one) => one.modelId === modelId);
      // A model that its owner hides is tested for nobody else.
      if (model === undefined || (!model.isShown && !mayChange(row, by))) return null;
      return (await tooOften(by)) ?? { problem: await askOnce(model) };
    },
    choose: async (by, key) => {
      const isThere =
        key === null || now.models.some((model) => model.key === key && model.personId === null && model.isShown);
      const chosen = isThere && (await chooseDefaultModel(database, by.id, key));
      if (chosen) await read();
      return chosen;
    },
    nearby: nearbyServers,
    load: read,
    stop: watching.stop,
  };
}

/** Names for an account, the plainest first: `openai`, `openai-2`, or the host of its own address. */
function* connectionIdOf(account: { provider: AccountProvider; address: string | null }): Generator<string> {
  const name = account.address === null ? account.provider : slugOf(new URL(account.address).host);
  yield name;
  for (let number = 2; number <= 99; number += 1) yield `${name}-${number}`;
}

function slugOf(host: string): string {
  return host.replaceAll(/[^a-z0-9]/g, "-").slice(0, 60) || "server";
}
