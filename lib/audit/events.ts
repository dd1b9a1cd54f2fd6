import type { Scope } from "#lib/people/scope.ts";
import type { DecisionAction, EndedBy } from "#lib/approvals/decision.ts";
import type { Proved } from "#lib/approvals/proof.ts";
import type { PeopleEvent } from "./people-events.ts";

/**
 * Everything the audit trail can say. Arguments appear as digests only. Kinds are noun-event; the row that carries an
 * event names the person, chat, run, call and approval it is about.
 */
export type AuditEvent =
  | {
      kind: "verdict-given";
      verdict: "allow" | "ask" | "deny";
      ruleId: string;
      reason: string;
      digest: string;
      tool: string;
    }
  | {
      kind: "approval-opened";
      subject: "tool-call" | "form" | "link";
      digest: string;
      expiresAt: number;
    }
  | {
      kind: "approval-decided";
      action: DecisionAction;
      via: DecisionRoute;
      digest: string;
      edited: boolean;
      noted: boolean;
      /** Set where the person typed what the call was aimed at, as a high risk wants it. */
      typed?: true;
      /** How whoever answered had proved who they are. */
      proved?: Proved;
      /** How long it was open, in milliseconds. */
      afterMs?: number;
      /** By which key a program answered for the person. */
      keyId?: string;
      /** Who answered, and their name at that time, where it was not the person whose chat it is. */
      by?: string;
      name?: string;
    }
  /** One of several people who must all sign has. */
  | {
      kind: "approval-signed";
      via: DecisionRoute;
      digest: string;
      signed: number;
      needed: number;
      noted: boolean;
      typed?: true;
      proved?: Proved;
      by: string;
      name: string;
      keyId?: string;
    }
  /** Its tool is watched more closely since it opened, so the question is stricter now. */
  | {
      kind: "approval-tightened";
      /** A sentence each, as the card says it. */
      changes: string[];
      /** How many signatures count no more, because they were given for less. */
      dropped?: number;
    }
  | { kind: "approval-ended"; status: "cancelled" | "expired"; endedBy: EndedBy }
  | {
      kind: "approval-extended";
      expiresAt: number;
      extensions: number;
      /** Who gave it more time, where it was not the person whose chat it is. */
      by?: string;
    }
  /** The work of the call was given to another agent. */
  | { kind: "call-delegated"; agent: string; digest: string }
  | { kind: "call-refused"; reason: string; digest: string; tool: string }
  | { kind: "call-cleared"; digest: string; by: "policy" | "person" | "server-question" | "grant" }
  | { kind: "call-started"; digest: string; tool: string; fence: number }
  /** A tool that may be repeated was started again, because nobody knew how the call before it ended. */
  | { kind: "call-repeated"; digest: string; tool: string; fence: number }
  | { kind: "call-finished"; outcome: "done" | "failed" }
  | { kind: "call-unknown"; reason: string }
  /** A file's policy came into force without anybody's click. `hash` is the SHA-256 of its text. */
  | { kind: "policy-changed"; file: string; hash: string; how: "first-start" | "only-tightens" }
  /** A file loosens something, which the owner must confirm. */
  | { kind: "policy-waiting"; file: string; hash: string; loosens: string[] }
  /** A file has errors, so what was in force stays. */
  | { kind: "policy-refused"; file: string; hash: string; problem: string }
  /** Changes of a file are not taken over any more, because it is gone or is no file; until `policy-followed`. */
  | { kind: "policy-not-followed"; file: string; problem: string }
  | { kind: "policy-followed"; file: string }
  | { kind: "policy-confirmed"; file: string; hash: string }
  /** What waited does not any more: a person kept the former, or the file was changed back. */
  | { kind: "policy-kept"; file: string; hash: string; by: "person" | "file" }
  | { kind: "rule-added"; id: string; hash: string; verdict: "allow" | "ask" | "deny"; hides?: boolean }
  | { kind: "rule-removed"; id: string; hash: string; verdict: "allow" | "ask" | "deny" }
  | { kind: "suggestion-dismissed"; tool: string; digest: string }
  | { kind: "tool-policy-set"; hash: string }
  | { kind: "tool-policy-removed" }
  /** Shadow mode of the chat that the row names, or of the instance. */
  | { kind: "shadow-mode-switched"; on: boolean; of: "chat" | "instance" }
  | { kind: "grant-given"; grant: string; tool: string; sentence: string }
  | { kind: "grant-used"; grant: string; tool: string; digest: string; uses: number }
  | { kind: "grant-revoked"; grant: string; tool: string }
  | {
      kind: "grant-ended";
      grant: string;
      tool: string;
      because: "used-up" | "definition-changed" | "asked-by-program" | "lapsed" | "chat-deleted";
    }
  | { kind: "session-claimed"; by: "first-visit" | "link" }
  | PeopleEvent
  | { kind: "link-made" }
  | { kind: "server-added"; server: string; origin: string; by: "file" | "person" }
  /** `changes` are sentences. */
  | { kind: "server-changed"; server: string; changes: string[]; lowers: boolean }
  | { kind: "server-removed"; server: string }
  | { kind: "server-disabled"; server: string; disabled: boolean }
  /** Somebody saw the exact command or address, and let it be started. */
  | {
      kind: "server-command-confirmed";
      server: string;
      command: string;
      /** In private networks, to which it leads. */
      addresses?: string[];
    }
  | {
      kind: "tool-setting-changed";
      server: string;
      tool: string;
      setting: "approval" | "prompt" | "risk" | "timeout" | "who";
      from: string;
      to: string;
      /** Whether the change lowers the protection of the tool (S0.7). */
      lowers: boolean;
    }
  | { kind: "tool-reviewed"; server: string; tool: string; fingerprint: string; by: "file" | "command" | "person" }
  /** `former` is the definition that was accepted; null for a tool that nobody has seen yet. */
  | { kind: "tool-quarantined"; server: string; tool: string; fingerprint: string; former: string | null }
  | { kind: "key-created"; keyId: string; name: string; scopes: readonly Scope[]; expiresAt: number }
  | { kind: "key-revoked"; keyId: string; name: string; why?: "password-reset" | "disabled" }
  | { kind: "webhook-added"; webhookId: string; shape: "signed" | "slack"; host: string; withArguments: boolean }
  | { kind: "webhook-removed"; webhookId: string; host: string }
  | { kind: "push-subscribed"; subscriptionId: string; host: string }
  | { kind: "push-removed"; subscriptionId: string; host: string; why: "person" | "gone" | "moved" | "signed-out" };

/** Which door an answer came through. */
export type DecisionRoute = "chat" | "rest" | "key" | "script";
