/** What each agent gives its hooks on stdin, and what its answers are. */
export type HookCase = {
  agent: string;
  /** The release that it was recorded from, with folders and ids changed; null: made after the agent's own reference. */
  recordedFrom: string | null;
  event: string;
  payload: Record<string, unknown>;
  /** What is asked at Countersign. */
  asks: { tool: string; arguments: Record<string, unknown>; cwd: string | null };
  yes: unknown;
  no: (reason: string) => unknown;
};

const claude = {
  session_id: "0c6a4f1e-7f5e-4f5b-9a55-3d1f0a1c7a10",
  transcript_path: "/home/kim/.claude/projects/-home-kim-shop/0c6a4f1e-7f5e-4f5b-9a55-3d1f0a1c7a10.jsonl",
  cwd: "/home/kim/shop",
  prompt_id: "d73943be-47da-433d-8c45-4541235eeef7",
  permission_mode: "default",
};
const codex = {
  session_id: "019a3c1f-5b0e-7d6c-8a3d-2f6e1c9b7a44",
  turn_id: "01a205b6-a789-7c32-938f-af9914cf5645",
  transcript_path: "/home/kim/.codex/sessions/2026/11/23/rollout-2026-11-23T00-03-06-019a3c1f.jsonl",
  cwd: "/home/kim/shop",
  model: "gpt-5.5",
  permission_mode: "bypassPermissions",
};
const gemini = {
  session_id: "6f4d0a52-1f0a-4c64-9f5a-5b0b6f4b9d11",
  transcript_path: "/home/kim/.gemini/tmp/shop/chats/session-2026-11-23T00-04-6f4d0a52.jsonl",
  cwd: "/home/kim/shop",
  timestamp: "2026-11-23T00:04:09.814Z",
};
const cursor = {
  conversation_id: "b1f0a3c6-2d55-4a2e-8f7e-1b6f0a5c9e21",
  generation_id: "4e0a9a4c-6f5d-4d59-8b0a-7f1c2d3e4f50",
  model: "default",
  cursor_version: "2.4.21",
  workspace_roots: ["/home/kim/shop"],
  user_email: null,
  transcript_path: null,
};
const command = "rm -rf dist";
const patch = "*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch\n";
const deniedBefore = (event: string) => (reason: string) => ({
  hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason },
});
const deniedRequest = (reason: string) => ({
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: reason } },
});
const allowedRequest = { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } } };
const cursorDenied = (reason: string) => ({ permission: "deny", user_message: reason, agent_message: reason });

export const hookCases: readonly HookCase[] = [
  {
    agent: "claude-code",
    recordedFrom: "2.1.330",
    event: "PreToolUse",
    payload: {
      ...claude,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command, description: "Remove the build" },
      tool_use_id: "toolu_01ABC123",
    },
    asks: { tool: "Bash", arguments: { command, description: "Remove the build" }, cwd: "/home/kim/shop" },
    yes: {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        permissionDecisionReason: "A person approved it.",
      },
    },
    no: deniedBefore("PreToolUse"),
  },
  {
    agent: "claude-code",
    recordedFrom: null,
    event: "PermissionRequest",
    payload: {
      ...claude,
      hook_event_name: "PermissionRequest",
      tool_name: "mcp__github__create_issue",
      tool_input: { title: "A bug" },
      permission_suggestions: [{ type: "toolAlwaysAllow", tool: "mcp__github__create_issue" }],
    },
    asks: { tool: "mcp__github__create_issue", arguments: { title: "A bug" }, cwd: "/home/kim/shop" },
    yes: allowedRequest,
    no: deniedRequest,
  },
  {
    agent: "codex",
    recordedFrom: "0.169.0",
    event: "PreToolUse",
    payload: {
      ...codex,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: "call_1",
    },
    asks: { tool: "Bash", arguments: { command }, cwd: "/home/kim/shop" },
    yes: {},
    no: deniedBefore("PreToolUse"),
  },
  {
    agent: "codex",
    recordedFrom: null,
    event: "PermissionRequest",
    payload: {
      ...codex,
      hook_event_name: "PermissionRequest",
      tool_name: "Bash",
      tool_input: { command, description: "network-access registry.npmjs.org" },
    },
    asks: {
      tool: "Bash",
      arguments: { command, description: "network-access registry.npmjs.org" },
      cwd: "/home/kim/shop",
    },
    yes: allowedRequest,
    no: deniedRequest,
  },
  {
    agent: "gemini-cli",
    recordedFrom: "0.61.0",
    event: "BeforeTool",
    payload: {
      ...gemini,
      hook_event_name: "BeforeTool",
      tool_name: "run_shell_command",
      tool_input: { command, description: "Remove the build" },
    },
    asks: { tool: "run_shell_command", arguments: { command, description: "Remove the build" }, cwd: "/home/kim/shop" },
    yes: { decision: "allow" },
    no: (reason) => ({ decision: "deny", reason }),
  },
  {
    agent: "cursor",
    recordedFrom: null,
    event: "beforeShellExecution",
    payload: { ...cursor, hook_event_name: "beforeShellExecution", command, cwd: "/home/kim/shop", sandbox: false },
    asks: { tool: "Shell", arguments: { command }, cwd: "/home/kim/shop" },
    yes: { permission: "allow" },
    no: cursorDenied,
  },
  {
    agent: "cursor",
    recordedFrom: null,
    event: "beforeMCPExecution",
    payload: {
      ...cursor,
      hook_event_name: "beforeMCPExecution",
      tool_name: "create_issue",
      tool_input: '{"title":"A bug"}',
      url: "https://mcp.example.com/",
    },
    asks: { tool: "mcp:mcp.example.com:604c32496e71:create_issue", arguments: { title: "A bug" }, cwd: null },
    yes: { permission: "allow" },
    no: cursorDenied,
  },
  {
    agent: "cursor",
    recordedFrom: null,
    event: "preToolUse",
    payload: {
      ...cursor,
      hook_event_name: "preToolUse",
      tool_name: "Write",
      tool_input: { path: "a.txt", contents: "x" },
      tool_use_id: "t1",
      cwd: "/home/kim/shop",
    },
    asks: { tool: "Write", arguments: { path: "a.txt", contents: "x" }, cwd: "/home/kim/shop" },
    yes: { permission: "allow" },
    no: cursorDenied,
  },
  {
    agent: "copilot-cli",
    recordedFrom: "1.0.102",
    event: "preToolUse",
    payload: {
      sessionId: "5b0e7d6c",
      timestamp: 1_795_000_000_000,
      cwd: "/home/kim/shop",
      toolName: "bash",
      toolArgs: { command, description: "Remove the build" },
    },
    asks: { tool: "bash", arguments: { command, description: "Remove the build" }, cwd: "/home/kim/shop" },
    yes: { permissionDecision: "allow" },
    no: (reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  },
  {
    agent: "copilot-cli",
    recordedFrom: null,
    event: "preToolUse",
    payload: {
      sessionId: "5b0e7d6c",
      timestamp: 1_795_000_000_000,
      cwd: "/home/kim/shop",
      toolName: "apply_patch",
      toolArgs: patch,
    },
    asks: { tool: "apply_patch", arguments: { patch }, cwd: "/home/kim/shop" },
    yes: { permissionDecision: "allow" },
    no: (reason) => ({ permissionDecision: "deny", permissionDecisionReason: reason }),
  },
];
