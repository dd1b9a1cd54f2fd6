import { builtinModules } from "node:module";
import manifest from "./package.json" with { type: "json" };

// What each folder may import besides itself. What is not listed is forbidden; oxlint.config.ts makes it so.

/** Folders that compute and do nothing else, in order: each imports those before it. */
export const pure = [
  "words",
  "untrusted",
  "results",
  "imports",
  "people",
  "verdict",
  "elicitation",
  "grants",
  "approvals",
  "policies",
  "chat",
  "apps",
  "audit",
];
export const table: Record<string, readonly string[]> = {
  ...Object.fromEntries(pure.map((folder, index) => [folder, pure.slice(0, index)])),
  store: pure,
  // It knows no chat: the agent, as one door of several, turns its events into chunks.
  gate: [...pure.filter((folder) => folder !== "chat" && folder !== "apps"), "store"],
  network: pure,
  tools: [...pure, "store", "gate", "network"],
  models: [...pure, "network"],
  mcp: [...pure, "store", "gate", "network"],
  agent: [...pure, "store", "gate", "models"],
  notify: [...pure, "store", "gate", "network"],
  gateway: [...pure, "store", "gate", "agent"],
  server: [...pure, "store", "gate", "tools", "models", "network", "mcp", "agent", "notify", "gateway"],
};
export const folders = Object.keys(table);
/** The rooms of a folder, in order: each imports those before it. `.` is the folder itself. */
export const rooms: Record<string, readonly string[]> = {
  policies: ["conditions", ".", "file", "drafts", "changes"],
  store: [
    "schema",
    "migrations",
    "engine",
    "audit",
    "people",
    "notify",
    "calls",
    "runs",
    "chats",
    "approvals",
    "policies",
    "models",
    "secrets",
  ],
  gate: ["contract", "judge", "grants", "ask", "answer", "run"],
  mcp: ["config", "definitions", "transport", "sign-in", "connection", "servers"],
  agent: ["stream", "hot", "follow", "step", "runs"],
  server: [
    "settings",
    "observe",
    "http",
    "policies",
    "models",
    "chats",
    "people",
    "sources",
    "tools",
    "approvals",
    "apps",
    "audit",
    "oauth",
    "api",
    "start",
  ],
};
/** What components are about; components/ui and components/browser know none of it. */
export const features = ["audit", "cards", "chat", "clients", "inbox", "settings", "shell", "sign-in", "tools"];

/** Packages that compute and do nothing else. Types of `ai` are allowed too. */
const purePackages = [
  "zod",
  "yaml",
  "jsonc-parser",
  "canonicalize",
  "diff",
  "htmlparser2",
  "@cfworker/json-schema",
  "@marcbachmann/cel-js",
  "@schummar/icu-type-parser",
  "intl-messageformat",
  "@formatjs/icu-messageformat-parser",
  "node:crypto",
];
/** Everything installed or built in, except what is pure: the linter's patterns have no look-ahead. */
export const impurePackages = [
  ...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
  ...builtinModules.flatMap((name) => [name, `node:${name}`]),
].filter((name) => !purePackages.includes(name) && name !== "ai");
