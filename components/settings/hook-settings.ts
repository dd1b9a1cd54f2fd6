/** How an agent that runs its own tools is told of the hook, by hand; the hook's `install` writes the same. */
export type HookSettings = {
  /** As the hook calls it. */
  agent: string;
  title: string;
  where: string;
  text: string;
  /** When the agent goes on although its hook did not answer. */
  passes: string;
};

const seconds = 330;
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const orExit = "“|| exit 2” makes a no of every crash; keep it.";

/** `commandOf`: what starts the hook for an agent. */
export function hookSettings(commandOf: (agent: string) => string): HookSettings[] {
  const group = (matcher: string, agent: string, timeout: number) => {
    return [{ matcher, hooks: [{ type: "command", timeout, command: commandOf(agent) }] }];
  };
  const cursor = [{ command: commandOf("cursor"), timeout: seconds, failClosed: true }];
  return [
    {
      agent: "claude-code",
      title: "Claude Code",
      where: "~/.claude/settings.json",
      text: json({
        hooks: { PreToolUse: group("Bash|Edit|Write|NotebookEdit|WebFetch|mcp__.*", "claude-code", seconds) },
      }),
      passes: `Claude Code goes on without an answer when the hook crashes, is missing or takes longer than “timeout”. ${orExit}`,
    },
    {
      agent: "codex",
      title: "Codex",
      where: "~/.codex/config.toml",
      text:
        `[[hooks.PreToolUse]]\nmatcher = ".*"\n\n[[hooks.PreToolUse.hooks]]\ntype = "command"\n` +
        `command = ${JSON.stringify(commandOf("codex"))}\ntimeout = ${seconds}\n`,
      passes: `Codex runs without the hook until you trust it there: it asks when it starts, and /hooks shows it; “codex exec” does not say so. It also goes on without an answer when the hook crashes, is missing or takes longer than “timeout”. ${orExit}`,
    },
    {
      agent: "gemini-cli",
      title: "Gemini CLI",
      where: "~/.gemini/settings.json",
      text: json({
        hooks: {
          BeforeTool: group("run_shell_command|write_file|replace|web_fetch", "gemini-cli", seconds * 1_000),
        },
      }),
      passes: `Gemini CLI goes on without an answer when the hook crashes or takes longer than “timeout”. ${orExit}`,
    },
    {
      agent: "cursor",
      title: "Cursor",
      where: "~/.cursor/hooks.json",
      text: json({ version: 1, hooks: { beforeShellExecution: cursor, beforeMCPExecution: cursor } }),
      passes: `Cursor goes on without an answer when the hook fails or takes too long, unless “failClosed” is true; keep it. ${orExit}`,
    },
    {
      agent: "copilot-cli",
      title: "Copilot CLI",
      where: "~/.copilot/hooks/countersign.json",
      text: json({
        version: 1,
        hooks: {
          preToolUse: [
            {
              type: "command",
              matcher: "bash|create|edit|web_fetch",
              bash: commandOf("copilot-cli"),
              timeoutSec: seconds,
            },
          ],
        },
      }),
      passes:
        "Copilot CLI goes on without an answer when the hook takes longer than “timeoutSec”. A hook that crashes or is missing is a no.",
    },
  ];
}
