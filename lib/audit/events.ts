import type { ResultFile } from "#lib/results/result-file.ts";
import type { Risk } from "#lib/verdict/risk.ts";
import type { SubjectKind } from "#lib/approvals/subjects/subjects.ts";
import type { Scope } from "#lib/people/scope.ts";
import type { DecisionAction, Unanswered } from "#lib/approvals/decision.ts";
import type { PreviewOffer } from "#lib/approvals/preview/preview.ts";
import type { UsualTimeouts } from "#lib/approvals/usual-timeout.ts";
import type { Proved } from "#lib/approvals/proof.ts";
import type { PeopleEvent } from "./people-events.ts";

/**
 * All events of the audit trail. Arguments appear as digests only. A kind is noun-event; the event's row names the
 * person, chat, run, call and approval it is about.
 */
export type AuditEvent =
  | {
      kind: "verdict-given";
      verdict: "allow" | "ask" | "deny";
      ruleId: string;
      reason: string;
      digest: string;
      tool: string;
      /** The client, or the agent elsewhere, whose call it is, by the name of its key; absent for calls of the chat. */
      caller?: string;
    }
  | {
      kind: "approval-opened";
      subject: SubjectKind;
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
      /** Set where the person typed the confirmation that a high risk needs. */
      typed?: true;
      /** How the person who answered had proved who they are. */
      proved?: Proved;
      /** How long it was open, in milliseconds. */
      afterMs?: number;
      /** Digests of what was read for the previews that an accept counts for. */
      bound?: string[];
      /** The key of the program that answered for the person. */
      keyId?: string;
      /** Who answered, and their name at that time, unless it was the chat's own person. */
      by?: string;
      name?: string;
    }
  /** A client says that its user answered, which nobody proved here. Its accept counts as far as the key's owner said. */
  | {
      kind: "approval-attested";
      action: DecisionAction;
      client: string;
      digest: string;
      name?: string;
      keyId?: string;
      afterMs?: number;
    }
  /** One of several signers has answered. */
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
  /** The question was tightened: its tool is watched more closely since it opened. */
  | {
      kind: "approval-tightened";
      /** A sentence each, as the card says it. */
      changes: string[];
      /** How many signatures no longer count, because the card was less strict when they were given. */
      dropped?: number;
    }
  | { kind: "approval-ended"; status: "cancelled" | "expired"; endedBy: Unanswered }
  | {
      kind: "approval-extended";
      expiresAt: number;
      extensions: number;
      /** Who extended it, and their name at that time, unless it was the chat's own person. */
      by?: string;
      name?: string;
    }
  /** Somebody asked the agent about the call, before they answered. */
  | {
      kind: "explanation-asked";
      /** Who asked, and their name at that time, unless it was the chat's own person. */
      by?: string;
      name?: string;
    }
  /** A tool of the same server was called for a preview of the row's call, which stays as it is. `digest`: of that reading. */
  | { kind: "preview-read"; tool: string; digest: string }
  /** Somebody had it computed what the call would change. */
  | {
      kind: "preview-computed";
      of: PreviewOffer["kind"];
      /** What was read for it; null where nothing was. */
      digest: string | null;
      failed: boolean;
      /** Who asked for it, and their name at that time, unless it was the chat's own person. */
      by?: string;
      name?: string;
    }
  /** The work of the call was delegated to another agent. */
  | { kind: "call-delegated"; agent: string; digest: string }
  | { kind: "call-refused"; reason: string; digest: string; tool: string }
  | { kind: "call-cleared"; digest: string; by: "policy" | "person" | "client" | "server-question" | "grant" }
  | { kind: "call-started"; digest: string; tool: string; fence: number }
  /** A repeatable tool was started again, because nobody knew how the call before it ended. */
  | { kind: "call-repeated"; digest: string; tool: string; fence: number }
  /** Its server works on it as a task, which this process asks for after another one ended. */
  | { kind: "call-asked-for"; digest: string; tool: string; fence: number }
  /**
   * `released`: an agent elsewhere was told to run it; what it did is not ours to know. `files`: the first pictures and
   * sounds of its result.
   */
  | {
      kind: "call-finished";
      outcome: "done" | "failed" | "released";
      files?: Pick<ResultFile, "mediaType" | "bytes" | "sha256">[];
    }
  /** What that agent reports afterwards, which nobody checked. */
  | { kind: "call-reported"; outcome: "done" | "failed" }
  | { kind: "call-unknown"; reason: string }
  /** A file's policy came into force without a confirmation. `hash` is the SHA-256 of its text. */
  | { kind: "policy-changed"; file: string; hash: string; how: "first-start" | "only-tightens" }
  /** A file loosens something, which the owner must confirm. */
  | { kind: "policy-waiting"; file: string; hash: string; loosens: string[] }
  /** A file has errors, so the former text stays in force. */
  | { kind: "policy-refused"; file: string; hash: string; problem: string }
  /** A file is not followed any more, because it is missing or not a regular file; until `policy-followed`. */
  | { kind: "policy-not-followed"; file: string; problem: string }
  | { kind: "policy-followed"; file: string }
  | { kind: "policy-confirmed"; file: string; hash: string }
  /** Nothing waits any more: a person kept the former text, or the file was changed back. */
  | { kind: "policy-kept"; file: string; hash: string; by: "person" | "file" }
  | { kind: "rule-added"; id: string; hash: string; verdict: "allow" | "ask" | "deny"; hides?: boolean }
  | { kind: "rule-removed"; id: string; hash: string; verdict: "allow" | "ask" | "deny" }
  | { kind: "suggestion-dismissed"; tool: string; digest: string }
  | { kind: "tool-policy-set"; hash: string }
  | { kind: "tool-policy-removed" }
  /** Shadow mode of the row's chat, or of the instance. */
  | { kind: "shadow-mode-switched"; on: boolean; of: "chat" | "instance" }
  /** Whether those who may answer calls read the words around them: in the row's chat, or in new chats of its person. */
  | { kind: "chat-shown-switched"; on: boolean; of: "chat" | "new-chats" }
  | { kind: "grant-given"; grant: string; tool: string; sentence: string }
  | { kind: "grant-used"; grant: string; tool: string; digest: string; uses: number }
  | { kind: "grant-revoked"; grant: string; tool: string }
  | {
      kind: "grant-ended";
      grant: string;
      tool: string;
      because:
        | "used-up"
        | "definition-changed"
        | "server-removed"
        | "signed-in-anew"
        | "password-reset"
        | "disabled"
        | "asked-by-program"
        | "lapsed"
        | "chat-deleted"
        | "accept-outdated";
    }
  | { kind: "session-claimed"; by: "first-visit" | "link" }
  | PeopleEvent
  | { kind: "link-made" }
  | { kind: "server-added"; server: string; origin: string; by: "file" | "person" }
  /** `changes` are sentences. */
  | { kind: "server-changed"; server: string; changes: string[]; lowers: boolean }
  | { kind: "server-removed"; server: string }
  | { kind: "server-disabled"; server: string; disabled: boolean }
  /** Somebody confirmed the exact command or address, so the server may start. */
  | {
      kind: "server-command-confirmed";
      server: string;
      command: string;
      /** Its addresses in private networks. */
      addresses?: string[];
    }
  | {
      kind: "tool-setting-changed";
      server: string;
      tool: string;
      setting: "approval" | "prompt" | "risk" | "timeout" | "who" | "exposure" | "preview";
      from: string;
      to: string;
      /** Whether the change lowers the protection of the tool (S0.7: lowering is asked about). */
      lowers: boolean;
    }
  /** How long questions stay open about tools for which nothing was set. */
  | { kind: "usual-timeouts-set"; from: UsualTimeouts; to: UsualTimeouts }
  /** The highest risk of tools that clients of the gateway are offered. */
  | { kind: "gateway-risk-set"; from: Risk; to: Risk; lowers: boolean }
  /** `tool` is empty for what the server says about all its tools. */
  | { kind: "tool-reviewed"; server: string; tool: string; fingerprint: string; by: "file" | "command" | "person" }
  | { kind: "tool-rejected"; server: string; tool: string; fingerprint: string }
  /** `former` is the definition that was accepted; null for a tool that nobody has reviewed yet. */
  | { kind: "tool-quarantined"; server: string; tool: string; fingerprint: string; former: string | null }
  | {
      kind: "key-created";
      keyId: string;
      name: string;
      scopes: readonly Scope[];
      /** The risk up to which its client's own word counts; absent where it does not. */
      attests?: Risk;
      /** How many tools its client is offered at most; absent where it is offered all. */
      tools?: number;
      /** The client that signed in, whose grant it is, and the host that vouches for it. */
      client?: string;
      host?: string;
      expiresAt: number;
    }
  /** Its client is offered fewer tools from then on. */
  | { kind: "key-narrowed"; keyId: string; name: string; tools: number }
  /** `client`: its client gave it back, or showed a code or token twice. */
  | { kind: "key-revoked"; keyId: string; name: string; why?: "password-reset" | "disabled" | "client" }
  | { kind: "key-restored"; keyId: string; name: string }
  /** `forAll`: for everybody here; else for its person alone. `host`: of the authorization server. */
  | { kind: "server-signed-in"; server: string; host: string; forAll: boolean }
  /** `address`: the server is elsewhere now. `refused`: its authorization server did not renew it. */
  | { kind: "server-signed-out"; server: string; forAll: boolean; why: "person" | "address" | "refused" }
  /** `isPersonal`: only its person uses it. */
  | { kind: "model-connected"; connectionId: string; host: string; isPersonal: boolean }
  | { kind: "model-connection-changed"; connectionId: string; host: string; newKey: boolean; shown: string[] }
  | { kind: "model-disconnected"; connectionId: string; host: string }
  /** `model`: its key; null: the first one again. */
  | { kind: "default-model-chosen"; model: string | null }
  | { kind: "webhook-added"; webhookId: string; shape: "signed" | "slack"; host: string; withArguments: boolean }
  | { kind: "webhook-removed"; webhookId: string; host: string }
  | { kind: "push-subscribed"; subscriptionId: string; host: string }
  | { kind: "push-removed"; subscriptionId: string; host: string; why: "person" | "gone" | "moved" | "signed-out" };

/** By which way an answer came in. */
export type DecisionRoute = "chat" | "rest" | "key" | "script";
