import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePolicyFile } from "./policy-file.ts";

test("a policy file chooses between annotated and denyAll, and annotated is the default", () => {
  expect(parsePolicyFile("policy: annotated\n")).toEqual({ policy: { kind: "annotated" } });
  expect(parsePolicyFile("# shadow mode\npolicy: 'denyAll' # for now\n")).toEqual({ policy: { kind: "denyAll" } });
  for (const empty of ["", "\n", "# nothing yet\n", "---\n", "{}\n"]) {
    expect(parsePolicyFile(empty)).toEqual({ policy: { kind: "annotated" } });
  }
});

test.each([
  ["policy: annotatd", 1, /annotated, denyAll/],
  ["\n\npolicy:", 3, /unknown policy/],
  ["policy: [annotated]", 1, /unknown policy/],
  ["policy: annotated\nrule: []", 2, /unknown key "rule"; the keys are `policy` and `rules`/],
  ["Policy: denyAll", 1, /unknown key "Policy"/],
  ["policy: annotated\npolicy: denyAll", 2, /`policy` is there twice/],
  ["policy: annotated\n---\npolicy: denyAll", 2, /one document/],
  ["policy: *x", 1, /unknown policy|alias/i],
  ["- policy", 1, /expected/],
  ["denyAll", 1, /expected/],
  ["# hm\npolicy: {", 2, /./],
  ["policy: annotated\n\tdenyAll: 1", 2, /./],
  ["? [1, 2]\n: 3", 1, /unknown key/],
  ["policy: true", 1, /unknown policy/],
])("a file that is not understood names the line: %j", (text, line, message) => {
  const result = parsePolicyFile(text);
  expect(result).toHaveProperty("problems");
  const [first] = (result as { problems: { line: number; message: string }[] }).problems;
  expect(first?.line).toBe(line);
  expect(first?.message).toMatch(message);
});

test("S1.6: no file can choose allowAll or custom", () => {
  for (const kind of ["allowAll", "custom", "allowall", "!!js/function allowAll"]) {
    expect(parsePolicyFile(`policy: ${kind}`)).toHaveProperty("problems");
  }
});

test("no text makes it throw, and none yields a policy other than the two", () => {
  const bits = fc.constantFrom(
    "policy",
    ":",
    " ",
    "\n",
    "annotated",
    "denyAll",
    "allowAll",
    "&a",
    "*a",
    "[",
    "]",
    "{",
    "}",
    "?",
    "-",
    "!",
    "#",
    "'",
    "\t",
    "|",
    "<<",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(bits, { maxLength: 12 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (source) => {
      const result = parsePolicyFile(source);
      if ("policy" in result) expect(["annotated", "denyAll"]).toContain(result.policy.kind);
      else expect(result.problems.every(({ line }) => line >= 1)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("G8: a large file and an alias bomb are refused at once", () => {
  expect(parsePolicyFile("x".repeat(70_000))).toHaveProperty("problems");
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefgh".split("").map((key, at) => `${key}: &${key} [${Array(9).fill(`*${"abcdefg"[at]}`).join()}]`),
  ];
  expect(parsePolicyFile(bomb.join("\n"))).toHaveProperty("problems");
});

const refunds = `
policy: annotated
rules:
  - id: big-refunds
    server: shop
    tool: refund*
    when: args.amount > 10000
    then: ask
    reason: Refunds above 10,000 ask.
  - tool: [get_*, list_*]
    annotations: { readOnlyHint: true }
    then: allow
  - id: no-drops
    tool: drop_database
    then: deny
`;

const open = { risks: null, callers: null, users: null, roles: null };

test("rules are read with everything they match on", () => {
  const read = parsePolicyFile(refunds, { serverIds: ["shop"] });
  expect(read).toEqual({
    policy: {
      kind: "rules",
      otherwise: "annotated",
      rules: [
        {
          id: "big-refunds",
          server: "shop",
          tools: ["refund*"],
          annotations: {},
          ...open,
          when: {
            written: "args.amount > 10000",
            words: "args.amount > 10000",
            counted: [],
            holds: expect.any(Function),
          },
          verdict: "ask",
          hides: false,
          reason: "Refunds above 10,000 ask.",
        },
        {
          id: "rule-2",
          server: null,
          tools: ["get_*", "list_*"],
          annotations: { readOnlyHint: true },
          ...open,
          when: null,
          verdict: "allow",
          hides: false,
          reason: null,
        },
        {
          id: "no-drops",
          server: null,
          tools: ["drop_database"],
          annotations: {},
          ...open,
          when: null,
          verdict: "deny",
          hides: false,
          reason: null,
        },
      ],
    },
  });
});

test.each([
  ["rules: ask", 1, /not a list/],
  ["rules:\n  - ask", 2, /list of keys/],
  ["rules:\n  - tool: x", 2, /needs `then/],
  ["rules:\n  - tool: x\n    then: maybe", 3, /needs `then/],
  ["rules:\n  - tool: x\n    then: ask\n    whem: 'true'", 4, /unknown key "whem"/],
  ["rules:\n  - server: shopp\n    then: ask", 2, /no server "shopp"; there are shop/],
  ["rules:\n  - tool: []\n    then: ask\n  - tool: [1]\n    then: ask", 4, /`tool` is not a text/],
  ["rules:\n  - then: ask\n    when: args.amount >", 3, /`when: args.amount >`: Unexpected token/],
  ["rules:\n  - then: ask\n    when: amount > 1", 3, /Unknown variable: amount/],
  ["rules:\n  - then: ask\n    when: args.name.matches('(a+)+$')", 3, /`matches` is not offered/],
  ["rules:\n  - then: ask\n    when: args.a.all(x, args.a.all(y, x == y))", 3, /could take for ever/],
  ["rules:\n  - then: ask\n    when: 1 + 2", 3, /condition is true or false/],
  ["rules:\n  - then: ask\n    annotations: { readOnly: true }", 3, /annotation is one of readOnlyHint/],
  ["rules:\n  - then: ask\n    hide: true", 3, /goes with `then: deny` only/],
  ["rules:\n  - then: deny\n    when: 'true'\n    hide: true", 4, /cannot stand beside `when`/],
  ["rules:\n  - then: deny\n    hide: yes", 3, /`hide` is true or false/],
  ["rules:\n  - id: a\n    then: ask\n  - id: a\n    then: deny", 4, /another rule with the id "a"/],
])("a rule that is not understood names the line: %j", (text, line, message) => {
  const result = parsePolicyFile(text, { serverIds: ["shop"] });
  expect((result as { problems: unknown }).problems).toContainEqual({ line, message: expect.stringMatching(message) });
});

test.each([
  ["rules:\n  - tool: a\n   then: ask\n", 3, "indented differently"],
  ["rules:\n\t- tool: a\n", 2, "use spaces"],
  ["rules:\n  - tools: a\n    then: ask\n", 2, "perhaps `tool` is meant"],
  ["Rules:\n  - tool: a\n", 1, "perhaps `rules` is meant"],
  ["- tool: a\n  then: ask\n", 1, "expected `policy:` or `rules:`"],
  ["rules:\n  tool: a\n", 2, "each rule begins with `- `"],
  ["rules:\n  - then: no\n", 2, "needs `then: allow`"],
  ["rules:\n  - tool: no\n    then: 1\n", 3, "needs `then: allow`"],
  ["rules:\n  - tool: 1\n    then: ask\n", 2, "put 1 in quotes"],
  ["rules:\n  - when: true\n    then: ask\n", 2, "put true in quotes"],
  ["rules:\n  - then: ask\n    reason: Refunds: they ask.\n", 3, "needs quotes"],
  ["rules:\n  - then: ask\n    when: !has(args.x)\n", 3, 'like "!has(args.x)"'],
  ["rules:\n  - tool: *\n    then: ask\n", 2, "begins with * needs quotes"],
  ["rules:\n  - tool: *_delete\n    then: ask\n", 2, 'like "*_delete"'],
  ["rules:\n  - risk: >=3\n    then: ask\n", 2, 'like ">=3"'],
  ['rules:\n  - then: ask\n    when: "EUR" == args.currency\n', 3, "quotes around the whole"],
  ["rules:\n  - then: ask\n    when: amount > 1\n", 3, "is written args.amount"],
  ["rules:\n  - then: ask\n    when: args.a > 1 and args.b > 2\n", 3, "are written &&, || and !"],
  ["rules:\n  - then: ask\n    when: args.a = 1\n", 3, "is written =="],
  ["rules:\n  - then: ask\n    when: args.path.startswith('a')\n", 3, "there is no `startswith`"],
  ["[".repeat(5_000), 1, "nested too deeply"],
])("a usual mistake is named with its remedy: %j", (text, line, message) => {
  const result = parsePolicyFile(text, { serverIds: ["shop"] });
  expect((result as { problems: unknown }).problems).toContainEqual({
    line,
    message: expect.stringContaining(message),
  });
});

test("S0.54: a rule names an agent elsewhere as it may call itself, and nothing else that begins so", () => {
  const read = (server: string) =>
    parsePolicyFile(`rules:\n  - { server: "${server}", caller: "asks:*", then: deny }\n`, { serverIds: ["app"] });
  expect(read("agent:claude-code")).toHaveProperty("policy");
  for (const server of ["agent:*", "agent:", "Agent:x", "agent:a:b"]) expect(read(server)).toHaveProperty("problems");
});
