import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { SubjectView } from "#lib/approvals/subjects/subjects.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { FormField } from "#lib/elicitation/form.ts";

/** What a person can meet, by a name. */
export type State = { name: string; view: ApprovalView; position?: { index: number; total: number } };

const minute = 60_000;
const now = Date.now();

const gmail = { id: "gmail", title: "gmail", origin: "https://mcp.gmail.example", trusted: false };
const workspace = {
  id: "workspace",
  title: "workspace",
  origin: "node examples/workspace/server.ts",
  trusted: true,
};

type Parts = { server?: ApprovalView["server"]; tool?: ApprovalView["tool"]; subject: SubjectView };

let made = 0;

function pending({
  server = gmail,
  tool = { name: "send_email", title: "Send e-mail" },
  subject,
}: Parts): ApprovalView {
  made += 1;
  return {
    v: 1,
    approvalId: `approval-${made}`,
    chatId: "chat-1",
    toolCallId: `call-${made}`,
    status: "pending",
    server,
    tool,
    callState: "waiting",
    subject,
    risk: 1,
    digest: `v1:${(0x3f9a12c4 + 0x01b7d0f3 * made).toString(16).padEnd(64, "7b30e1")}`,
    requestedAt: now - minute,
    expiresAt: now + 4 * minute,
    extensionsLeft: 10,
    decision: null,
  };
}

const emailSchema: JsonObject = {
  type: "object",
  required: ["to", "subject", "body"],
  properties: {
    to: { type: "string", title: "To", description: "Who gets the message." },
    cc: { type: "array", title: "Copies to", items: { type: "string" } },
    subject: { type: "string", title: "Subject" },
    body: { type: "string", title: "Text" },
    priority: { enum: ["low", "normal", "high"], title: "Priority" },
    track: { type: "boolean", title: "Track opening" },
    retries: { type: "integer", title: "Retries" },
    headers: { type: "object", title: "Extra headers" },
  },
};

type ToolCall = Extract<SubjectView, { kind: "tool-call" }>;

export function toolCall(
  args: JsonObject,
  subject: Partial<ToolCall> = {},
  parts: Omit<Partial<Parts>, "subject"> = {},
) {
  return pending({
    ...parts,
    subject: {
      kind: "tool-call",
      caption: "",
      argumentsJson: JSON.stringify(args),
      inputSchema: emailSchema,
      effects: [
        { kind: "changes-data", source: "server" },
        { kind: "leaves-network", source: "server" },
      ],
      reason: "Tools of servers that nobody has reviewed ask every time.",
      ruleId: "annotated",
      ...subject,
    },
  });
}

export const email: JsonObject = {
  to: "ana@example.com",
  cc: ["bo@example.com", "chris@example.com"],
  subject: "Minutes of Friday",
  body: "Dear Ana,\n\nhere are the minutes of our meeting. Please tell me by Tuesday whether something is missing.\n\nYours\nMaria",
  priority: "normal",
};

export function form(fields: FormField[], message: string, more: Partial<Extract<SubjectView, { kind: "form" }>> = {}) {
  return pending({
    server: workspace,
    tool: { name: "book_table", title: "Book a table" },
    subject: { kind: "form", message, fields, confirm: null, refused: null, ...more },
  });
}

export function confirm() {
  const view = form(
    [
      field({
        kind: "boolean",
        name: "confirm",
        title: "Confirm running 'rm newfile.md'?",
        required: true,
        initial: null,
      }),
    ],
    "Are you sure you want to run the dangerous command: 'rm newfile.md'?",
    { confirm: { confirm: true } },
  );
  return { ...view, tool: { name: "run_command", title: "Run a command" } };
}

export function link(url: string, more: { again?: true } = {}) {
  return pending({ subject: { kind: "link", message: "Sign in to connect your calendar.", url, ...more } });
}

export function signIn(scope: string | null) {
  return pending({ subject: { kind: "sign-in", message: "The server wants a sign-in.", scope } });
}

export function inWorkspace(view: ApprovalView, name: string): ApprovalView {
  return { ...view, server: workspace, tool: { name, title: name } };
}

type Bare<Field> = Field extends FormField ? Omit<Field, "description"> & { description?: string } : never;

/** A form field without the words that most have not. */
export function field(bare: Bare<FormField>): FormField {
  // Adding the missing description keeps the kind; TypeScript does not follow a spread over a union.
  return { description: null, ...bare } as FormField;
}

export const string = {
  kind: "string",
  required: false,
  format: null,
  minLength: null,
  maxLength: null,
  initial: null,
} as const;
const options = (...values: string[]) => values.map((value) => ({ value: value.toLowerCase(), title: value }));

/** Every kind of field, with and without defaults, limits and options. */
export const everyField: FormField[] = [
  field({
    ...string,
    name: "name",
    title: "Name",
    required: true,
    minLength: 2,
    maxLength: 80,
    description: "For the reservation.",
  }),
  field({ ...string, name: "email", title: "E-mail", format: "email" }),
  field({ ...string, name: "menu", title: "Menu page", format: "uri", initial: "https://menu.example/today" }),
  field({ ...string, name: "birthday", title: "Birthday of the guest", format: "date" }),
  field({
    ...string,
    name: "when",
    title: "When",
    required: true,
    format: "date-time",
    initial: "2027-03-01T18:30:00Z",
  }),
  field({
    kind: "number",
    name: "guests",
    title: "Guests",
    required: true,
    integer: true,
    minimum: 1,
    maximum: 12,
    initial: 4,
  }),
  field({
    kind: "number",
    name: "tip",
    title: "Tip in per cent",
    required: false,
    integer: false,
    minimum: 0,
    maximum: null,
    initial: null,
  }),
  field({ kind: "boolean", name: "outside", title: "Table outside", required: false, initial: null }),
  field({
    kind: "boolean",
    name: "reminder",
    title: "Remind me",
    required: false,
    initial: true,
    description: "One hour before.",
  }),
  field({
    kind: "choice",
    name: "seating",
    title: "Seating",
    required: true,
    options: options("Bar", "Window", "Garden"),
    initial: "window",
  }),
  field({
    kind: "choice",
    name: "cuisine",
    title: "Cuisine",
    required: false,
    options: options("Greek", "Thai", "Basque", "Georgian", "Peruvian", "Korean", "Lebanese"),
    initial: null,
  }),
  field({
    kind: "choices",
    name: "diets",
    title: "Diets",
    required: false,
    options: options("Vegan", "Halal", "Gluten-free", "No nuts"),
    minItems: 1,
    maxItems: 2,
    initial: null,
  }),
];

export const said = {
  v: 1 as const,
  agent: "claude-code",
  keyName: "Laptop",
  cwd: "/home/kim/projects/shop",
  summary: "Remove the old build and make a new one",
  takesChanges: true,
  timeoutMs: 300_000,
};

/** A call that an agent elsewhere wants to make itself. */
export const elsewhere: ApprovalView = {
  ...toolCall(
    {
      command: "rm -rf dist && npm run build",
      description: "Remove the old build and make a new one",
      timeout: 120_000,
    },
    { inputSchema: { type: "object" }, caption: "", effects: [], reason: "Nothing vouches for this tool, so it asks." },
    {
      server: { id: "agent:claude-code", title: "claude-code", origin: "runs elsewhere", trusted: false },
      tool: { name: "Bash", title: "Bash" },
    },
  ),
  said,
  extensionsLeft: 0,
};

/** A call of one plain command. */
export const command = (text: string, more = {}) =>
  inWorkspace(
    toolCall(
      { command: text },
      {
        caption: "",
        inputSchema: { type: "object", properties: { command: { type: "string", title: "Command" } } },
        effects: [],
        reason: "The owner set this tool to ask every time.",
        ...more,
      },
    ),
    "run_command",
  );
