import type { Say } from "#lib/words/say.ts";
import type { settingsWords } from "./words.en.ts";

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

/** `commandOf`: what starts the hook for an agent. */
export function hookSettings(
  commandOf: (agent: string) => string,
  say: Say<typeof settingsWords.english>,
): HookSettings[] {
  const orExit = say("orExit");
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
      passes: `${say("passesClaude")} ${orExit}`,
    },
    {
      agent: "codex",
      title: "Codex",
      where: "~/.codex/config.toml",
      text:
        `[[hooks.PreToolUse]]\nmatcher = ".*"\n\n[[hooks.PreToolUse.hooks]]\ntype = "command"\n` +
        `command = ${JSON.stringify(commandOf("codex"))}\ntimeout = ${seconds}\n`,
      passes: `${say("passesCodex")} ${orExit}`,
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
      passes: `${say("passesGemini")} ${orExit}`,
    },
    {
      agent: "cursor",
      title: "Cursor",
      where: "~/.cursor/hooks.json",
      text: json({ version: 1, hooks: { beforeShellExecution: cursor, beforeMCPExecution: cursor } }),
      passes: `${say("passesCursor")} ${orExit}`,
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
              matcher: "bash|create|edit|apply_patch|web_fetch",
              bash: commandOf("copilot-cli"),
              timeoutSec: seconds,
            },
          ],
        },
      }),
      passes: say("passesCopilot"),
    },
  ];
}
