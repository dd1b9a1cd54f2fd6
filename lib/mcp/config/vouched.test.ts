import { expect, test } from "vitest";
import { parseMcpConfig } from "./config.ts";
import { serverKeys, toolKeys, type WrittenServer, type WrittenTool } from "./written-server.ts";
import { digestOfVouched, restrained, isSameStart, storedVouched, vouchedInForce, vouchedOf } from "./vouched.ts";

function configOf(server: object) {
  const text = JSON.stringify({ mcpServers: { shop: { command: "node", args: ["shop.ts"], ...server } } });
  const [config] = parseMcpConfig({ text, file: "mcp.json", folder: "/app", environment: {} });
  return config!;
}
const vouched = (server: object) => vouchedOf(configOf(server));

test("H8, E2: what a file loosens waits, each in a sentence, and what it tightens is in force", () => {
  const confirmed = vouched({ tools: { pay: { approval: "always", risk: "L4", who: "other" }, list: {} } });
  const config = configOf({
    trusted: true,
    tools: {
      pay: { approval: "never", risk: "L1", who: "self", idempotent: true },
      list: { approval: "always", who: "other", prompt: "List?" },
    },
  });
  const { inForce, loosened } = vouchedInForce(confirmed, vouchedOf(config));
  expect(loosened).toEqual([
    "What this server says of its own tools is believed.",
    "Calls of pay run without asking anybody, unless a policy asks or refuses.",
    "The risk of pay is 1 of 5.",
    "Calls of pay may be answered by the person whose chat it is.",
    "Calls of pay are sent again when nobody knows whether they ran.",
    "The question on cards of list is “List?”.",
  ]);
  const { trusted, tools } = restrained(config, inForce);
  expect(trusted).toBe(false);
  expect(tools.get("pay")).toMatchObject({ approval: "always", risk: 4, who: { kind: "other" }, idempotent: false });
  expect(tools.get("list")).toMatchObject({ approval: "always", who: { kind: "other" }, prompt: null });
});

test("H8: a protection that a file no longer mentions stays until the owner lets it go", () => {
  const { inForce, loosened } = vouchedInForce(
    vouched({ tools: { pay: { approval: "always", risk: "L5" } } }),
    vouched({}),
  );
  expect(loosened).toHaveLength(2);
  expect(restrained(configOf({}), inForce).tools.get("pay")).toMatchObject({ approval: "always", risk: 5 });
});

test("H8: what only tightens waits for nobody", () => {
  const { inForce, loosened } = vouchedInForce(
    vouched({ trusted: true, tools: { pay: { approval: "never" } } }),
    vouched({ tools: { pay: { risk: "L5" } } }),
  );
  expect(loosened).toEqual([]);
  expect(inForce).toEqual(vouched({ tools: { pay: { risk: "L5" } } }));
});

test("E2: another command, argument, folder, or variable is another server; what the environment puts into it is not", () => {
  const former = vouched({ env: { A: "${X:-1}" } });
  expect(isSameStart(former, vouched({ env: { A: "${X:-1}" }, title: "Shop", tools: { pay: {} } }))).toBe(true);
  const same = { env: { A: "${X:-1}" } };
  const others = [
    { env: { B: "${X:-1}" } },
    { env: { A: "--require=evil" } },
    { ...same, args: ["shop.ts", "--all"] },
    { ...same, command: "bun" },
    { ...same, cwd: "/tmp" },
  ];
  for (const changed of others) expect(isSameStart(former, vouched(changed))).toBe(false);
  expect(digestOfVouched(vouched({}))).not.toBe(digestOfVouched(vouched({ trusted: true })));
});

/** What becomes of another value of a key: `start` waits before anything is started, `said` and `looser` wait in force. */
type Fate = "start" | "said" | "looser" | "tighter" | "free";

const ofServers: { [Key in keyof Required<WrittenServer>]: [value: unknown, fate: Fate] } = {
  type: ["stdio", "free"],
  command: ["bun", "start"],
  args: [["evil.ts"], "start"],
  env: [{ A: "--require=evil" }, "start"],
  cwd: ["/tmp", "start"],
  url: ["https://evil.example/mcp", "start"],
  oauth: [{ who: "instance" }, "start"],
  headers: [{ Authorization: "Bearer of-somebody-else" }, "start"],
  title: ["Your bank", "said"],
  trusted: [true, "looser"],
  // A server that is switched off is not there; one that comes back is compared with what was confirmed.
  enabled: [true, "free"],
  disabled: [false, "free"],
  era: ["legacy", "free"],
  callTimeoutMs: [5_000, "free"],
  exposure: ["chat", "free"],
  tools: [{ pay: { prompt: "Security says: press Approve." } }, "said"],
};

test("H8, E2: every key of a server is classified: what its cards say, and what it is sent, waits for the owner", () => {
  expect(Object.keys(ofServers).toSorted()).toEqual([...serverKeys].toSorted());
  const program = { env: { A: "1" } };
  const address = { command: undefined, args: undefined, url: "https://shop.example/mcp", headers: { A: "1" } };
  for (const [key, [value, fate]] of Object.entries(ofServers)) {
    const entry = ["url", "headers", "oauth"].includes(key) ? address : program;
    const [confirmed, config] = [vouched(entry), configOf({ ...entry, [key]: value })];
    const written = vouchedOf(config);
    const { inForce, loosened } = vouchedInForce(confirmed, written);
    expect(isSameStart(confirmed, written), key).toBe(fate !== "start");
    if (fate === "start") continue;
    expect(loosened.length > 0, key).toBe(fate !== "free");
    expect(restrained(config, inForce).title, key).toBe("shop");
    expect(JSON.stringify([...restrained(config, inForce).tools]), key).not.toContain("Security");
  }
});

const ofTools: { [Key in keyof Required<WrittenTool>]: [value: unknown, fate: Fate] } = {
  approval: ["always", "tighter"],
  prompt: ["Security says: press Approve.", "said"],
  confirm: ["note", "said"],
  timeoutMs: [60_000, "free"],
  idempotent: [true, "looser"],
  risk: ["L5", "tighter"],
  who: ["other", "tighter"],
  exposure: ["chat", "tighter"],
  preview: [{ kind: "dry-run", tool: "plan" }, "said"],
};

test("H8: every key of a tool is classified: what its cards ask for waits for the owner, and what tightens counts beside it", () => {
  expect(Object.keys(ofTools).toSorted()).toEqual([...toolKeys].toSorted());
  const former = { prompt: "Pay?", confirm: "to", risk: "L4" };
  const confirmed = vouched({ tools: { pay: former } });
  for (const [key, [value, fate]] of Object.entries(ofTools)) {
    const config = configOf({ tools: { pay: { ...former, [key]: value, approval: "always" } } });
    const { inForce, loosened } = vouchedInForce(confirmed, vouchedOf(config));
    expect(loosened.length > 0, key).toBe(fate === "said" || fate === "looser");
    const tool = restrained(config, inForce).tools.get("pay");
    expect(tool, key).toMatchObject({ approval: "always", prompt: "Pay?", confirm: "to", idempotent: false });
    if (key === "risk") expect(tool?.risk).toBe(5);
    if (key === "who") expect(tool?.who).toEqual({ kind: "other" });
  }
  // A question that the file no longer has stays until the owner lets it go.
  expect(vouchedInForce(confirmed, vouched({ tools: { pay: { risk: "L4" } } })).loosened).toEqual([
    "The question on cards of pay is the usual one.",
    "What is typed to approve a high risk of pay is the tool's name.",
  ]);
});

test("H8, S0.45: a file that offers tools in more places waits for the owner, one that offers them in fewer does not", () => {
  const strictestOf = (former: object, server: object) => {
    const config = configOf(server);
    const { inForce, loosened } = vouchedInForce(vouched(former), vouchedOf(config));
    const { exposure, tools } = restrained(config, inForce);
    return [exposure, tools.get("pay")?.exposure, loosened];
  };
  const inChat = { exposure: "chat" };
  const pay = { tools: { pay: inChat } };
  expect(strictestOf({}, inChat)).toEqual(["chat", undefined, []]);
  expect(strictestOf(inChat, {})).toEqual(["chat", undefined, ["Its tools are offered in the chat and to clients."]]);
  expect(strictestOf(inChat, { exposure: "gateway" })).toEqual([
    "chat",
    undefined,
    ["Its tools are offered to clients only."],
  ]);
  expect(strictestOf({}, pay)).toEqual(["both", "chat", []]);
  expect(strictestOf(pay, {})).toEqual(["both", "chat", ["pay is offered in the chat and to clients."]]);
  expect(strictestOf(inChat, { ...inChat, tools: { pay: { exposure: "both" } } })).toEqual([
    "chat",
    null,
    ["pay is offered in the chat and to clients."],
  ]);
  // What it no longer says of itself its server says.
  expect(strictestOf({ ...inChat, ...pay }, inChat)).toEqual(["chat", null, []]);
  // An entry without the setting is the same as before there was one.
  expect(JSON.stringify(vouched({ tools: { pay: {} } }))).not.toContain("exposure");
});

test("H8: of what an older release confirmed the words and headers count as they stand, and the rest as it was", () => {
  const entry = { tools: { pay: { prompt: "Pay?", approval: "never" }, list: { prompt: "List?" } } };
  const { identity, startedWith } = vouched({});
  const pay = { approval: "always", idempotent: false, risk: null, who: null };
  const stored = JSON.stringify({ v: 1, identity, startedWith, trusted: false, tools: { pay } });
  const read = storedVouched(stored, vouched({ ...entry, title: "Shop" }));
  expect(read).toEqual(
    vouched({ title: "Shop", tools: { pay: { prompt: "Pay?", approval: "always" }, list: { prompt: "List?" } } }),
  );
  expect(storedVouched(JSON.stringify(read), vouched({}))).toEqual(read);
});
