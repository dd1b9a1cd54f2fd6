import { createServer, type ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "#e2e/support/free-port.ts";
import { listeningAt } from "#e2e/support/listening.ts";
import { modelEndpoint } from "#e2e/support/model-endpoint.ts";
import { openTestDatabase } from "#e2e/support/test-database.ts";
import { SignalBus } from "#e2e/support/signal-bus.ts";
import { signalsOn } from "#e2e/support/test-signals.ts";
import { asProvided, type ModelConnection } from "#lib/chat/model-connection.ts";
import { models } from "#lib/models/models.ts";
import { parseModelSettings } from "#lib/models/settings.ts";
import type { Role } from "#lib/people/role.ts";
import { SecretBox } from "#lib/server/settings/secret-box.ts";
import { newSecretKey } from "#lib/server/settings/secret-keys.ts";
import { modelAccounts } from "./model-accounts.ts";

const owner = { id: "olga", role: "owner" as Role, tokenHash: "of olga" };
const member = { id: "mia", role: "member" as Role, tokenHash: "of mia" };

async function open({ variables = {}, keys = [newSecretKey()] as [Buffer, ...Buffer[]] } = {}) {
  const database = await openTestDatabase();
  const bus = new SignalBus();
  for (const { id, role, tokenHash: token_hash } of [owner, member]) {
    await database.db.insertInto("people").values({ id, name: id, role, created_at: 0 }).execute();
    const session = { token_hash, person_id: id, created_at: 1, last_seen_at: 1 };
    await database.db.insertInto("sessions").values(session).execute();
  }
  const parsed = parseModelSettings(variables);
  if ("problem" in parsed) throw new Error(parsed.problem);
  const learned: string[] = [];
  const started = (box: SecretBox) => {
    const accounts = modelAccounts({
      database: { ...database, signals: signalsOn(bus) },
      settings: parsed.settings,
      variables,
      box: () => box,
      learnSecrets: (secrets) => learned.push(...secrets),
      log: { warn: () => {} },
    });
    onTestFinished(accounts.stop);
    return { accounts, ...models(parsed.settings, accounts.connected) };
  };
  return { database, learned, started, ...started(new SecretBox(keys)) };
}

/** A server that answers everything so. */
async function server(
  answer: (response: ServerResponse) => void,
): Promise<{ url: string; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const http = createServer((request, response) => {
    keys.push(request.headers.authorization);
    answer(response);
  });
  return { url: `${await listeningAt(http)}/v1`, keys };
}

const listing = (...ids: string[]) =>
  server((response) => response.end(JSON.stringify({ data: ids.map((id) => ({ id })) })));

const account = (address: string, more: { apiKey?: string; isPersonal?: boolean } = {}) => {
  return { provider: "openai" as const, address, apiKey: null, isPersonal: false, ...more };
};

function only(list: ModelConnection[]): ModelConnection {
  expect(list).toHaveLength(1);
  return list[0] as ModelConnection;
}

test("K1, H17: a connected account answers at once; its key is sealed in the store, and shown nowhere", async () => {
  const endpoint = await modelEndpoint({ script: [["Hello from there."]] });
  onTestFinished(() => endpoint.close());
  const { database, accounts, choicesFor, get, learned } = await open();
  expect(choicesFor("mia")).toEqual([{ key: "demo", label: "Demo model", demo: true }]);
  const connected = await accounts.connect(owner, account(endpoint.url, { apiKey: "sk-canary" }));
  expect(connected).toHaveProperty("id");
  const view = only(accounts.list(owner));
  expect(view).toMatchObject({ hasKey: true, isPersonal: false, problem: null });
  // The demonstration leaves.
  const [choice, ...others] = choicesFor("mia");
  expect(others).toEqual([]);
  expect(choice?.demo).toBe(false);
  const { content } = await get(null, "mia").model.doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text: "hello" }] }],
  });
  expect(content).toMatchObject([{ type: "text", text: "Hello from there." }]);
  expect(endpoint.requests[0]?.authorization).toBe("Bearer sk-canary");
  const stored = JSON.stringify([
    await database.db.selectFrom("model_connections").selectAll().execute(),
    await database.db.selectFrom("audit").selectAll().execute(),
  ]);
  expect(stored).not.toContain("canary");
  expect(JSON.stringify(view)).not.toContain("canary");
  // The log masks what it was told of.
  expect(learned).toContain("sk-canary");
});

test("K1: a model stays the same object while its account stays as it is, and is another once it is set anew", async () => {
  const { url } = await listing("one");
  const { accounts, get } = await open();
  await accounts.connect(owner, account(url));
  const { model } = get(null, "mia");
  await accounts.load();
  // What is remembered of a model, such as that it refuses pictures, is remembered by the object.
  expect(get(null, "mia").model).toBe(model);
  const { id, models: listed } = only(accounts.list(owner));
  const options = { ...asProvided, temperature: 1 };
  await accounts.change(owner, id, { models: [{ id: listed[0]!.id, isShown: true, options }] });
  expect(get(null, "mia").model).not.toBe(model);
});

test("K1: another instance hears of an account, and of its end", async () => {
  const { url } = await listing("one");
  const { accounts, started } = await open();
  const other = started(new SecretBox([newSecretKey()]));
  await accounts.connect(owner, account(url));
  const seen = () => other.choicesFor("mia").map(({ key }) => key);
  await expect.poll(seen).toEqual([expect.stringMatching(/:one$/)]);
  const { id } = only(accounts.list(owner));
  expect(await accounts.remove(owner, id)).toBe(true);
  await expect.poll(seen).toEqual(["demo"]);
});

test.each([
  ["a wrong key", (response: ServerResponse) => response.writeHead(401).end("{}"), /did not accept the key/],
  ["no list", (response: ServerResponse) => response.end("<html>"), /is no model server/],
  ["a list that is deep", (response: ServerResponse) => response.end("[".repeat(1_000_000)), /is no model server/],
  [
    "a list of too many values",
    (response: ServerResponse) => response.end(`{"data":[${"{},".repeat(200_000)}{}]}`),
    /is no model server/,
  ],
  ["no models", (response: ServerResponse) => response.end(`{"data":[]}`), /lists no model that can chat/],
  [
    "an answer that leads elsewhere",
    (response: ServerResponse) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
    /reported an error: unexpected redirect/,
  ],
  [
    "an answer without end",
    (response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536))) continue;
      };
      response.on("drain", more);
      more();
    },
    /longer than one answer may/,
  ],
])("K2: %s is refused in words, and nothing is kept", async (_name, answer, words) => {
  const { url, keys } = await server(answer);
  const { accounts, database } = await open();
  const refused = await accounts.connect(owner, account(url, { apiKey: "sk-canary" }));
  expect(refused).toEqual({ problem: expect.stringMatching(words) });
  expect(JSON.stringify(refused)).not.toContain("canary");
  expect(keys).toHaveLength(1);
  expect(await database.db.selectFrom("model_connections").selectAll().execute()).toEqual([]);
});

test("K2: where nothing answers, and what is no address or key, is refused in words", async () => {
  const { accounts } = await open();
  const said = async (address: string, apiKey?: string) =>
    accounts.connect(owner, account(address, apiKey === undefined ? {} : { apiKey }));
  expect(await said(`http://127.0.0.1:${await freePort()}/v1`)).toEqual({
    problem: expect.stringMatching(/^Nothing answers at 127/),
  });
  expect(await said("ftp://here")).toEqual({ problem: expect.stringMatching(/not an http or https address/) });
  expect(await said("http://me:secret@here/")).toEqual({ problem: expect.stringMatching(/user name or password/) });
  expect(await said("http://127.0.0.1:9/v1", "two words")).toEqual({
    problem: expect.stringMatching(/^The key contains/),
  });
});

test("K3: what is for everybody, and addresses, are the owner's; what is personal is its person's alone", async () => {
  const { url } = await listing("one");
  const { accounts, choicesFor, get } = await open();
  expect(await accounts.connect(member, account(url))).toBe("forbidden");
  // Requests go out from this machine, so a member names no address, not even for themselves.
  expect(await accounts.connect(member, account(url, { isPersonal: true }))).toBe("forbidden");
  await accounts.connect(owner, account(url, { isPersonal: true }));
  const { id } = only(accounts.list(owner));
  const key = `${id}:one`;
  expect(accounts.list(member)).toEqual([]);
  expect(choicesFor("mia").map((choice) => choice.key)).toEqual(["demo"]);
  expect(get(key, "mia").key).toBe("demo");
  expect(get(key, "olga").key).toBe(key);
  expect(await accounts.test(member, id, "one")).toBeNull();
  expect(await accounts.change(member, id, { models: [] })).toBeNull();
  expect(await accounts.remove(member, id)).toBe(false);
  expect(await accounts.choose(owner, key)).toBe(false);
  expect(only(accounts.list(owner)).models).toHaveLength(1);
});

test("K3: who is no longer an owner reaches no server by its address, nor does their account", async () => {
  const { url, keys } = await listing("one");
  const { accounts, choicesFor, database } = await open();
  await accounts.connect(owner, account(url, { isPersonal: true }));
  const { id } = only(accounts.list(owner));
  const demoted = { ...owner, role: "member" as Role };
  expect(await accounts.change(demoted, id, { apiKey: "sk-second" })).toBeNull();
  expect(await accounts.test(demoted, id, "one")).toBeNull();
  await database.db.updateTable("people").set({ role: "member" }).where("id", "=", "olga").execute();
  await accounts.load();
  expect(only(accounts.list(demoted)).problem).toMatch(/Only an owner/);
  expect(choicesFor("olga").map(({ key }) => key)).toEqual(["demo"]);
  expect(keys).toHaveLength(1);
  expect(await accounts.remove(demoted, id)).toBe(true);
});

test("K3: a model that is hidden is tested by nobody but who may show it", async () => {
  const endpoint = await modelEndpoint({ script: [["OK"]] });
  onTestFinished(() => endpoint.close());
  const { accounts } = await open();
  await accounts.connect(owner, account(endpoint.url));
  const { id, models: listed } = only(accounts.list(owner));
  const [model] = listed;
  await accounts.change(owner, id, { models: [{ id: model!.id, options: model!.options, isShown: false }] });
  expect(await accounts.test(member, id, model!.id)).toBeNull();
  expect(await accounts.test(owner, id, model!.id)).toEqual({ problem: null });
});

test("K3: a person tries sixty times within an hour, and nothing more goes out", async () => {
  const { url, keys } = await server((response) => response.writeHead(401).end("{}"));
  const { accounts } = await open();
  for (let tried = 0; tried < 60; tried += 1) await accounts.connect(owner, account(url));
  expect(await accounts.connect(owner, account(url))).toEqual({ problem: expect.stringMatching(/too often.*minutes/) });
  expect(keys).toHaveLength(60);
});

test("K2: of what is listed only plain names are taken, each once", async () => {
  const long = "x".repeat(201);
  const { url } = await listing("one", "one", "", " two", "gp\u202et", "a\u0000b", "__proto__", long, "a b");
  const { accounts } = await open();
  await accounts.connect(owner, account(url));
  expect(only(accounts.list(owner)).models.map(({ id }) => id)).toEqual(["one", "__proto__", "a b"]);
});

test("K1: where an account cannot be used, its chats end with why, and nothing goes to another provider", async () => {
  const [first, second] = [await listing("one"), await listing("two")];
  const { accounts, started } = await open();
  await accounts.connect(owner, account(first.url, { apiKey: "sk-canary" }));
  const { id } = only(accounts.list(owner));
  await accounts.connect(owner, account(second.url));
  const other = started(new SecretBox([newSecretKey()]));
  await other.accounts.load();
  const { key, model } = other.get(`${id}:one`, "mia");
  expect(key).toBe(`${id}:one`);
  const failed = await model.doStream({ prompt: [] }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(other.describeError(failed)).toEqual({ text: expect.stringMatching(/Enter it again/), retry: false });
  // Without a name it is the one that works.
  expect(other.get(null, "mia").key).toMatch(/:two$/);
});

test("K3: the owner chooses the default; nobody else does, and no hidden model is one", async () => {
  const { url } = await listing("one", "two", "three");
  const { accounts, choicesFor } = await open();
  await accounts.connect(owner, account(url));
  const { id, models: listed } = only(accounts.list(owner));
  const first = () => choicesFor("mia")[0]?.key;
  expect(first()).toBe(`${id}:one`);
  expect(await accounts.choose(member, `${id}:two`)).toBe(false);
  expect(await accounts.choose(owner, `${id}:two`)).toBe(true);
  expect(first()).toBe(`${id}:two`);
  const three = listed.find((model) => model.id === "three")!;
  await accounts.change(owner, id, { models: [{ id: "three", options: three.options, isShown: false }] });
  expect(await accounts.choose(owner, `${id}:three`)).toBe(false);
  expect(choicesFor("mia")).toHaveLength(2);
  expect(await accounts.choose(owner, null)).toBe(true);
  expect(first()).toBe(`${id}:one`);
});

test("K4: what the environment names is the default, and keeps its key", async () => {
  const { url } = await listing("one");
  const { accounts, choicesFor, get } = await open({ variables: { MODEL: "openai:gpt-x", OPENAI_API_KEY: "sk-env" } });
  expect(accounts.environment.map(({ key }) => key)).toEqual(["openai:gpt-x"]);
  await accounts.connect(owner, account(url));
  const { id } = only(accounts.list(owner));
  await accounts.choose(owner, `${id}:one`);
  expect(choicesFor("mia").map(({ key }) => key)).toEqual(["openai:gpt-x", `${id}:one`]);
  expect(get(null, "mia").key).toBe("openai:gpt-x");
});

test("K6: options of a model are sent; what is not set is not", async () => {
  const endpoint = await modelEndpoint({ script: [["one"], ["two"]] });
  onTestFinished(() => endpoint.close());
  const { accounts, get } = await open();
  await accounts.connect(owner, account(endpoint.url));
  const { id, models: listed } = only(accounts.list(owner));
  const [model] = listed;
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "hello" }] }];
  await get(null, "mia").model.doGenerate({ prompt });
  const options = { ...asProvided, reasoning: "low" as const, temperature: 0.5, maxTokens: 99 };
  await accounts.change(owner, id, { models: [{ id: model!.id, isShown: true, options }] });
  await get(null, "mia").model.doGenerate({ prompt });
  const [plain, set] = endpoint.requests.map(({ body }) => body);
  expect(plain).not.toHaveProperty("temperature");
  expect(set).toMatchObject({ temperature: 0.5, max_tokens: 99, reasoning_effort: "low" });
});

test("K8: what a model reads at once is as its provider says, as its person sets it, or as the environment says", async () => {
  const said = {
    data: [{ id: "router", context_length: 65_536 }, { id: "vllm", max_model_len: 8_192 }, { id: "plain" }],
  };
  const odd = ["x", -1, 1.5, null].map((context_length, at) => ({ id: `odd-${at}`, context_length }));
  const { url } = await server((response) => response.end(JSON.stringify({ data: [...said.data, ...odd] })));
  const { accounts, get, choicesFor } = await open({ variables: { CONTEXT_TOKENS: "4000" } });
  await accounts.connect(owner, account(url));
  const { id, models: listed } = only(accounts.list(owner));
  const readAtOnce = () => listed.map((model) => get(`${id}:${model.id}`, "mia").contextTokens);
  expect(readAtOnce()).toEqual([65_536, 8_192, 4_000, 4_000, 4_000, 4_000, 4_000]);
  const options = { ...asProvided, contextTokens: 32_000, price: { read: 3, written: 15 } };
  await accounts.change(owner, id, { models: [{ id: "router", isShown: true, options }] });
  expect(readAtOnce()[0]).toBe(32_000);
  expect(choicesFor("mia").find(({ key }) => key === `${id}:router`)?.price).toEqual({ read: 3, written: 15 });
  expect(choicesFor("mia").find(({ key }) => key === `${id}:vllm`)).not.toHaveProperty("price");
});

test("H17: a key that this instance cannot open is said, is not used, and can be entered again", async () => {
  const { url, keys } = await listing("one");
  const { accounts, started } = await open();
  await accounts.connect(owner, account(url, { apiKey: "sk-canary" }));
  const other = started(new SecretBox([newSecretKey()]));
  await other.accounts.load();
  const { id, problem } = only(other.accounts.list(owner));
  expect(problem).toMatch(/Enter it again/);
  expect(other.choicesFor("mia").map(({ key }) => key)).toEqual(["demo"]);
  expect(keys).toHaveLength(1);
  expect(await other.accounts.change(owner, id, { apiKey: "sk-second" })).toMatchObject({ problem: null });
  expect(keys.at(-1)).toBe("Bearer sk-second");
});

test("H17: a key moved to another address in the store does not go there", async () => {
  const [mine, theirs] = [await listing("one"), await listing("one")];
  const { accounts, database } = await open();
  await accounts.connect(owner, account(mine.url, { apiKey: "sk-canary" }));
  await database.db.updateTable("model_connections").set({ base_url: theirs.url }).execute();
  await accounts.load();
  const { id, problem } = only(accounts.list(owner));
  expect(problem).toMatch(/Enter it again/);
  expect(await accounts.test(owner, id, "one")).toEqual({ problem });
  expect(theirs.keys).toEqual([]);
});

test("B21: of an account that is being connected, or gets another key, nothing comes when its session has ended meanwhile", async () => {
  const { accounts, database } = await open();
  const end = () => database.db.deleteFrom("sessions").where("token_hash", "=", owner.tokenHash).execute();
  let isEnding = false;
  const { url } = await server((response) => {
    const list = () => void response.end(JSON.stringify({ data: [{ id: "one" }] }));
    if (isEnding) void end().then(list);
    else list();
  });
  await accounts.connect(owner, account(url, { apiKey: "sk-first" }));
  const before = await database.db.selectFrom("model_connections").selectAll().execute();
  isEnding = true;
  expect(await accounts.change(owner, before[0]?.id ?? "", { apiKey: "sk-second" })).toBeNull();
  expect(await accounts.connect(owner, account(url, { isPersonal: true }))).toBe("signed-out");
  expect(await database.db.selectFrom("model_connections").selectAll().execute()).toEqual(before);
});

test("K2: a test says whether the model answers, or why not", async () => {
  const endpoint = await modelEndpoint({ script: [["OK"], { status: 429, retryAfterSeconds: 7 }] });
  onTestFinished(() => endpoint.close());
  const { accounts } = await open();
  await accounts.connect(owner, account(endpoint.url));
  const { id, models: listed } = only(accounts.list(owner));
  const tried = () => accounts.test(member, id, listed[0]!.id);
  expect(await tried()).toEqual({ problem: null });
  expect(await tried()).toEqual({ problem: expect.stringMatching(/Try again in 7 seconds/) });
  expect(await accounts.test(member, id, "unknown")).toBeNull();
});
