import type { JsonValue } from "#lib/untrusted/json.ts";
import { inputsOf } from "./asked-values.ts";
import type { FoundServer } from "./found-server.ts";
import { translateServer } from "./translate-server.ts";

/** A server that many people use, one exact version of it, so that it can be added without a manual. */
export type KnownServer = {
  name: string;
  /** What it can do, in one sentence. */
  does: string;
  /** How it knows on whose behalf it is called. */
  signIn: string;
  risk: "reads" | "changes" | "reaches out";
  /** As in a file of VS Code; `${input:…}` is asked for. */
  entry: JsonValue;
  /** What is asked for, as in a file of VS Code; `folder` is a type of our own. */
  asks?: Record<string, { description: string; type?: "folder" }>;
};

const npx = (...words: string[]): JsonValue => ({ command: "npx", args: ["-y", ...words] });
const secret = { description: "A token, as a variable of the app or typed here." };

/** Kept by hand: versions are exact, and go up only with a release of this app. */
export const knownServers: readonly KnownServer[] = [
  {
    name: "Filesystem",
    does: "Reads, writes, moves and searches files in one folder of this computer.",
    signIn: "None: it has the rights of the app’s own user.",
    risk: "changes",
    entry: npx("@modelcontextprotocol/server-filesystem@2026.8.31", "${input:folder}"),
    asks: {
      folder: { type: "folder", description: "The folder that it may use, on the computer where Countersign runs." },
    },
  },
  {
    name: "GitHub",
    does: "Reads and changes repositories, issues and pull requests.",
    signIn: "A personal access token of GitHub, with only the rights that it needs.",
    risk: "changes",
    entry: { url: "https://api.githubcopilot.com/mcp/", headers: { Authorization: "Bearer ${input:token}" } },
    asks: { token: secret },
  },
  {
    name: "Linear",
    does: "Finds, creates and changes issues, projects and comments.",
    signIn: "Each person signs in to Linear, on its own page.",
    risk: "changes",
    entry: { url: "https://mcp.linear.app/mcp" },
  },
  {
    name: "Notion",
    does: "Searches, reads and changes the pages that are shared with an integration.",
    signIn: "The token of an integration of Notion.",
    risk: "changes",
    entry: {
      command: "npx",
      args: ["-y", "@notionhq/notion-mcp-server@2.5.2"],
      env: { NOTION_TOKEN: "${input:token}" },
    },
    asks: { token: secret },
  },
  {
    name: "Sentry",
    does: "Searches errors and releases, and changes issues.",
    signIn: "A user auth token of Sentry.",
    risk: "changes",
    entry: {
      command: "npx",
      args: ["-y", "@sentry/mcp-server@0.39.0"],
      env: { SENTRY_ACCESS_TOKEN: "${input:token}" },
    },
    asks: { token: secret },
  },
  {
    name: "Playwright",
    does: "Opens pages in a browser of its own, reads them, fills in forms and presses buttons.",
    signIn: "None: it is signed in wherever somebody signs in with it.",
    risk: "reaches out",
    entry: npx("@playwright/mcp@0.0.83", "--headless", "--isolated"),
  },
  {
    name: "Context7",
    does: "Looks up the documentation of libraries.",
    signIn: "None needed. What is asked goes to context7.com.",
    risk: "reads",
    entry: npx("@upstash/context7-mcp@4.1.1"),
  },
  {
    name: "MongoDB",
    does: "Queries a database; it is started so that it only reads.",
    signIn: "A connection string with a user and a password.",
    risk: "reads",
    entry: {
      command: "npx",
      args: ["-y", "mongodb-mcp-server@3.0.4", "--readOnly"],
      env: { MDB_MCP_CONNECTION_STRING: "${input:connection string}" },
    },
    asks: {
      "connection string": { description: "mongodb://… or mongodb+srv://…; a user who may only read is safest." },
    },
  },
  {
    name: "Memory",
    does: "Keeps what models want to remember in a file of its own.",
    signIn: "None.",
    risk: "changes",
    entry: npx("@modelcontextprotocol/server-memory@2026.8.31"),
  },
  {
    name: "Sequential thinking",
    does: "Gives models a place to think in steps; it changes nothing.",
    signIn: "None.",
    risk: "reads",
    entry: npx("@modelcontextprotocol/server-sequential-thinking@2026.8.31"),
  },
];

/** The same as if it stood in a file. */
export function foundServerOf({ name, entry, asks = {} }: KnownServer): FoundServer {
  const inputs = inputsOf(Object.entries(asks).map(([id, ask]) => ({ id, ...ask })));
  return translateServer(entry, { name, place: "", inputs, isOff: false });
}
