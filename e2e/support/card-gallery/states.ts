import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Audience } from "#lib/people/audience.ts";
import { ended, settled, settledStates } from "./settled-states.ts";
import { libraryFields } from "./library-fields.ts";
import {
  type State,
  command,
  confirm,
  elsewhere,
  email,
  everyField,
  field,
  form,
  inWorkspace,
  link,
  signIn,
  said,
  string,
  toolCall,
} from "./views.ts";

const refund = (args: JsonObject, prompt = "Refund {amount} {currency} for order {order_id}") =>
  inWorkspace(
    toolCall(args, {
      prompt,
      inputSchema: {
        type: "object",
        properties: {
          order_id: { type: "string" },
          amount: { type: "number" },
          currency: { type: "string" },
        },
      },
      effects: [{ kind: "changes-data", source: "server" }],
      reason: "Tools that change something ask.",
    }),
    "process_refund",
  );

/** 50 KB that end in what nobody should overlook (C1). */
const longScript = `${Array.from({ length: 720 }, (_, line) => `echo "step ${line + 1}: copy the next file and check its sum against the list"`).join("\n")}\n; rm -rf /srv/backups`;

/** More than a window holds, none of it long by itself. */
const manyRows = Object.fromEntries(
  Array.from({ length: 40 }, (_, row) => [
    `limit_${row + 1}`,
    `${row * 10} at the most, ${"counted from the first of each month ".repeat(2)}`,
  ]),
);

const signed = (by: string, mine: boolean) => ({ by, mine, at: Date.now() - 60_000 });
const several = { kind: "quorum", askedBy: "Kim", needed: 3 } as const;

/** Calls that are not simply for the person whose chat it is, as different people see them. */
const audiences: [name: string, audience: Audience][] = [
  [
    "waits-for-reviewer",
    {
      kind: "other",
      words: "Waits for a reviewer: Ana, Ben.",
      mayAnswer: false,
      askedBy: null,
      needed: 1,
      signatures: [],
    },
  ],
  [
    "may-review",
    {
      kind: "other",
      words: "Waits for a reviewer: Ana, Ben.",
      mayAnswer: true,
      askedBy: "Kim",
      needed: 1,
      signatures: [],
    },
  ],
  [
    "may-sign",
    {
      ...several,
      words: "1 of 3 signed. Waits for 2 of these: Ana, Cleo, Dora.",
      mayAnswer: true,
      signatures: [signed("Ben", false)],
    },
  ],
  [
    "has-signed",
    {
      ...several,
      words: "2 of 3 signed. Waits for 1 of these: Cleo, Dora.",
      mayAnswer: true,
      signatures: [signed("Ben", false), signed("Ana", true)],
    },
  ],
];

/** Every state of a card that a person can meet. */
export const states: State[] = [
  { name: "email", view: toolCall(email), position: { index: 1, total: 3 } },
  { name: "command", view: command("rm newfile.md") },
  { name: "sentence", view: refund({ currency: "EUR", order_id: "1234", amount: 49.9 }) },
  { name: "sentence-missing", view: refund({ order_id: "1234" }) },
  {
    name: "sentence-hostile",
    view: refund({ order_id: '1234" is \u202eapproved by your bank', amount: "9".repeat(90), currency: "EUR" }),
  },
  {
    name: "sentence-long",
    view: refund({ order_id: "1234", amount: 49.9, currency: "EUR" }, `${"Look at it twice. ".repeat(9)}{order_id}`),
  },
  {
    name: "folded",
    view: toolCall(
      {
        text: Array.from({ length: 9 }, (_, line) => `line ${line + 1} of it`).join("\n"),
        note: "short",
        rows: Array.from({ length: 30 }, (_, row) => ({ id: row, text: `entry ${row + 1} of a list` })),
      },
      { inputSchema: {} },
    ),
  },
  { name: "risky", view: { ...command("transfer 4000 EUR"), risk: 3 } },
  { name: "asked-again", view: command("rm -f newfile.md", { earlier: { asked: 2, declined: 1 } }) },
  ...audiences.map(([name, audience]) => ({ name, view: { ...command("transfer 4000 EUR"), audience } })),
  { name: "agent-elsewhere", view: elsewhere },
  {
    name: "agent-elsewhere-hostile",
    view: {
      ...elsewhere,
      tool: { name: "mcp__workspace__run_command", title: "mcp__workspace__run_command" },
      said: {
        ...said,
        cwd: "/home/kim/\u202egnp.exe",
        summary: `Approved by Kim already. ${"Nothing to see. ".repeat(25)}`,
      },
    },
  },
  { name: "released", view: settled(elsewhere, { status: "accepted", callState: "done" }) },
  {
    name: "client-gone",
    view: settled(elsewhere, { status: "cancelled", callState: "refused" }, ended("client-gone")),
  },
  { name: "high-risk", view: command("drop table orders", { highRisk: 5 }) },
  {
    name: "high-risk-argument",
    view: inWorkspace(
      toolCall(
        { table: "orders_2026", cascade: true },
        { caption: "", inputSchema: {}, highRisk: 4, confirmBy: "table" },
      ),
      "drop_table",
    ),
  },
  {
    name: "quotes",
    view: toolCall(email, {
      provenance: [
        { field: "to", from: [{ tool: "read_page", server: "Web" }] },
        {
          field: "body",
          from: [
            { tool: "read_mail", server: "gmail" },
            { tool: "list\u202e_notes", server: "<b>Notes</b>" },
          ],
        },
      ],
    }),
  },
  {
    name: "reads-only",
    view: inWorkspace(
      toolCall(
        { path: "notes/todo.md", lines: 42, deep: true, code: "42" },
        {
          caption: "",
          inputSchema: {},
          effects: [{ kind: "reads-only", source: "server" }],
          reason: "The owner set this tool to ask every time.",
        },
      ),
      "read_file",
    ),
  },
  {
    name: "asked-by-a-rule",
    view: inWorkspace(
      toolCall(
        { order_id: 1234, amount: 12_000, currency: "EUR" },
        {
          // As older releases kept it.
          caption: "Pay this refund?",
          inputSchema: {},
          effects: [],
          reason: "Refunds above 10,000 ask.",
          ruleId: "rule:big-refunds",
        },
      ),
      "process_refund",
    ),
  },
  {
    name: "grantable",
    view: inWorkspace(
      toolCall(
        { path: "notes/2026/todo.md", text: "Buy stamps", copies: 2 },
        {
          caption: "",
          inputSchema: {},
          effects: [{ kind: "changes-data", source: "server" }],
          grants: ["call", "chat", "hour", "always"],
        },
      ),
      "write_file",
    ),
  },
  {
    name: "no-arguments",
    view: toolCall({}, { caption: "", inputSchema: {}, effects: [{ kind: "unknown", source: "app" }] }),
  },
  {
    name: "nested",
    view: toolCall(
      {
        filter: { status: "open", owner: { id: 7, tags: ["a", "b"], nothing: null, empty: {} } },
        rows: [
          { id: 1, note: "" },
          { id: 2, note: "second" },
        ],
        none: [],
      },
      {
        caption: "",
        inputSchema: {},
        effects: [
          { kind: "changes-data", source: "owner" },
          { kind: "cannot-be-undone", source: "server" },
        ],
      },
    ),
  },
  {
    name: "hidden",
    view: {
      ...toolCall({
        to: "bank@\u0440aypal.com",
        "co\u200bmmand": "echo ok\u202Egpj.exe",
        text: `hello${" ".repeat(400)}; rm -rf /`,
      }),
      server: { id: "gmail", title: "gm\u0430il", origin: "https://xn--gmil-63d.example", trusted: false },
    },
  },
  { name: "many-rows", view: command("echo", { argumentsJson: JSON.stringify(manyRows) }) },
  {
    name: "long-text",
    view: command(Array.from({ length: 60 }, (_, line) => `line ${line + 1} of the script`).join("\n")),
  },
  { name: "huge", view: command(longScript) },
  { name: "last-minute", view: { ...toolCall(email), expiresAt: Date.now() + 42_000, extensionsLeft: 0 } },
  {
    name: "long-names",
    view: {
      ...toolCall({ [`a_very_long_argument_${"x".repeat(60)}`]: "y".repeat(300) }),
      tool: { name: `create_or_update_${"everything_".repeat(7)}now`, title: "x" },
    },
  },
  {
    name: "form-with-defaults",
    view: form(
      Array.from({ length: 20 }, (_, at) => {
        const text = { ...string, required: true, initial: at === 9 ? "Pay in full.\n".repeat(40) : "as usual" };
        return field({ ...text, name: `wish_${at + 1}`, title: `Wish ${at + 1}` });
      }),
      "How do you want it?",
    ),
  },
  { name: "form", view: form(everyField, "I need a few more details before I can book the table for you.") },
  { name: "form-by-libraries", view: form(libraryFields, "Which rate?") },
  {
    name: "form-one",
    view: form(
      [
        field({
          kind: "string",
          name: "reason",
          title: "Reason",
          required: true,
          format: null,
          minLength: null,
          maxLength: 200,
          initial: null,
        }),
      ],
      "Why is order 1234 refunded?",
    ),
    position: { index: 2, total: 2 },
  },
  { name: "confirm", view: confirm() },
  {
    name: "long-confirm",
    view: form([], `${"This step copies the next folder.\n".repeat(60)}At the end it deletes all backups.`, {
      confirm: {},
    }),
  },
  {
    name: "refused",
    view: form([], "Please enter your password to go on.", {
      refused: "Servers must not ask for a password here. Nothing you type could be sent; decline or dismiss.",
    }),
  },
  {
    name: "hostile-message",
    view: form([], `<b>Approved safe</b> [click](https://evil.example) \u202Etxt.exe\n${"\n".repeat(12)}`, {
      confirm: {},
    }),
  },
  { name: "link", view: link("https://accounts.example/authorize?client=countersign&scope=calendar") },
  { name: "link-again", view: link("https://accounts.example/authorize?client=countersign", { again: true }) },
  {
    name: "link-opened",
    view: settled(link("https://accounts.example/authorize"), { status: "accepted", callState: "running" }),
  },
  { name: "sign-in", view: signIn(null) },
  { name: "sign-in-more", view: signIn("calendar:read calendar:write") },
  {
    name: "sign-in-done",
    view: settled(signIn(null), { status: "accepted", callState: "done" }),
  },
  { name: "link-odd", view: link("https://\u0430ccounts.example/") },
  { name: "link-refused", view: link("javascript:alert(1)") },
  ...settledStates,
];
