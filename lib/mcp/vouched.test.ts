import { expect, test } from "vitest";
import { parseMcpConfig } from "./config.ts";
import { digestOfVouched, restrained, isSameStart, strictest, vouchedOf } from "./vouched.ts";

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
  const { inForce, loosened } = strictest(confirmed, vouchedOf(config));
  expect(loosened).toEqual([
    "What this server says of its own tools is believed.",
    "Calls of pay run without asking anybody, unless a policy asks or refuses.",
    "The risk of pay is L1.",
    "Calls of pay may be answered by the person whose chat it is.",
    "Calls of pay are sent again when nobody knows whether they ran.",
  ]);
  const { trusted, tools } = restrained(config, inForce);
  expect(trusted).toBe(false);
  expect(tools.get("pay")).toMatchObject({ approval: "always", risk: 4, who: { kind: "other" }, idempotent: false });
  expect(tools.get("list")).toMatchObject({ approval: "always", who: { kind: "other" }, prompt: "List?" });
});

test("H8: a protection that a file no longer mentions stays until the owner lets it go", () => {
  const { inForce, loosened } = strictest(vouched({ tools: { pay: { approval: "always", risk: "L5" } } }), vouched({}));
  expect(loosened).toHaveLength(2);
  expect(restrained(configOf({}), inForce).tools.get("pay")).toMatchObject({ approval: "always", risk: 5 });
});

test("H8: what only tightens waits for nobody", () => {
  const { inForce, loosened } = strictest(
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
