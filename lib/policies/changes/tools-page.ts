import type { Effect } from "#lib/approvals/subjects/tool-call-subject.ts";
import type { PreviewSetting } from "#lib/approvals/preview/preview-setting.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import type { Who } from "#lib/people/who.ts";
import type { Exposure } from "#lib/verdict/exposure.ts";
import type { Risk, RiskReason } from "#lib/verdict/risk.ts";
import type { ApprovalFlag } from "#lib/verdict/verdict.ts";

/** One setting: what the file or the tool's own code says, what was set in the app (null: nothing), and what counts. */
export type Setting<Value> = { written: Value; set: Value | null; inForce: Value; source: string };

/** A stretch of a definition, as text for people. */
export type DefinitionPiece = { kind: "same" | "added" | "removed"; text: string };

/** `accepted` is offered, and nothing else is. `new` and `changed` wait for a review; `rejected` had one. */
export type ReviewStatus = "accepted" | "new" | "changed" | "rejected";

export function needsReview({ review }: { review: ReviewStatus }): boolean {
  return review === "new" || review === "changed";
}

export type ToolOnPage = {
  name: string;
  title: string;
  /** A picture as a data address; null where there is none to draw. */
  icon: string | null;
  description: string;
  inputSchema: JsonObject;
  effects: Effect[];
  /** What the server claims, each hint as it said it. */
  hints: { name: string; said: boolean }[];
  review: ReviewStatus;
  /** What a person accepts with it. */
  fingerprint: string;
  /** The whole definition, with what changed since it was last accepted; empty for an accepted one. */
  definition: DefinitionPiece[];
  reviewedAt: number | null;
  /** Person, or null: the file's owner vouched for it. */
  reviewedBy: string | null;
  /** Whether a call asks when no rule says otherwise. */
  asks: boolean;
  approval: Setting<ApprovalFlag>;
  prompt: Setting<string | null>;
  risk: Setting<Risk> & {
    /** The risk assessed from what is known, and why. */
    assessed: Risk;
    because: RiskReason[];
    /** The remaining risk where a person stands in between; for people's eyes only. */
    composed: Risk;
  };
  timeoutMs: Setting<number>;
  who: Setting<Who>;
  exposure: Setting<Exposure>;
  /** null: as it comes. */
  preview: Setting<PreviewSetting | null>;
  /** Why clients of the gateway are not offered it; null where they are, or where nobody is yet. */
  notForClients: "chat-only" | "risk" | null;
  /** The rules that take it off the list that models see; none usually. */
  hiddenBy: HiddenBy[];
  /** Why nobody here could approve a call of it, in a sentence; null usually. */
  neverApproved: string | null;
};

export type HiddenBy = {
  ruleId: string;
  /** What the rule says, in a sentence; empty for people who do not manage tools, where it may name others. */
  words: string;
  /** Whether no model sees the tool, or only the models of some people and callers do not. */
  fromAll: boolean;
  /** Whether the rule was saved in the app, where it can be removed. */
  isOfApp: boolean;
};

/** How a sign-in to a remote server stands for the person who looks. */
export type SignInOnPage = {
  serverId: string;
  /** Each person signs in for themselves, or one for everybody. */
  who: "person" | "instance";
  isSignedIn: boolean;
  mayChange: boolean;
};

export type ServerOnPage = {
  id: string;
  title: string;
  source: "mcp.json" | "the app" | "built in";
  /** Exactly what is started or called, as written, in full. */
  transport:
    | { kind: "program"; command: string; args: string[]; variables: string[]; folder: string | null }
    | { kind: "address"; isSse: boolean; url: string; origin: string; headers: string[]; signsIn?: string }
    | { kind: "built-in" }
    /** The entry is not understood; see `problem`. */
    | { kind: "unknown" };
  state: "runs" | "disabled" | "new" | "command-changed" | "refused";
  status: "waiting" | "connecting" | "up" | "down";
  era: "modern" | "legacy" | null;
  problem: string | null;
  /** Whether it wants people to sign in, as far as is known. */
  wantsSignIn: boolean;
  /** The page that its program printed, while it waits for somebody to sign in there. */
  signInLink: string | null;
  /** The first and the last lines of what it wrote beside its answers; null where that is nothing. */
  said: SaidOnPage | null;
  /** A warning about a version that floats. */
  floating: string | null;
  trusted: Setting<boolean>;
  /** Where its tools are on offer, unless a tool has a setting of its own. */
  exposure: Setting<Exposure>;
  /** What waits for a person: to be started, or to be as loose as the file says. */
  confirm: { digest: string; why: ConfirmReason; formerly: string | null; loosened: string[] } | null;
  /** Its own name, version and icon, as data; nothing is decided by it. */
  callsItself: { title: string; version: string; icon: string | null } | null;
  /** What it says about all its tools, as models get it; they do not before it is accepted. */
  instructions: InstructionsOnPage | null;
  /** Whether its apps are shown in chats, and those that its tools name; each is shown once it is accepted. */
  apps: { shown: boolean; reviewed: AppOnPage[] };
  tools: ToolOnPage[];
};

/** Lines in their order; after the first ones, `between` of them are left out. */
export type Excerpt = { first: string[]; between: number; last: string[] };

/** What the program of a server wrote on stderr, the one before it, and what the server logs over MCP. */
export type SaidOnPage = { now: Excerpt; before: Excerpt; logged: Excerpt };

/** A folder of the machine that runs the app: the way to it from the root, and the folders in it, or the first of them. */
export type FoldersOnPage = {
  steps: { name: string; path: string }[];
  folders: { name: string; path: string }[];
  isWhole: boolean;
};

/** `reach`: where it may send to and load from, and what it asked for in vain. */
export type AppOnPage = Pick<ToolOnPage, "name" | "review" | "fingerprint" | "definition"> & {
  reach: { connect: string[]; resources: string[]; leftOut: string[] };
};

export type InstructionsOnPage = Pick<ToolOnPage, "review" | "fingerprint" | "definition"> & { text: string };

/** `private`: it leads into a private network, to addresses that no owner confirmed. */
export type ConfirmReason = "new" | "changed" | "looser" | "private";

export type ToolsPage = {
  servers: ServerOnPage[];
  /** For the person who looks: servers to which people sign in. */
  signIns?: SignInOnPage[];
  /** What of mcp.json itself is not understood, in sentences. */
  said: string[];
  /** The highest risk of tools that clients of the gateway are offered. */
  mostRisk: Risk;
  /** How much waits for somebody here: servers to confirm and tools to review. */
  waiting: number;
};
