import claudeCode from "#lib/gateway/clients/claude-code.json" with { type: "json" };
import claudeDesktop from "#lib/gateway/clients/claude-desktop.json" with { type: "json" };
import cline from "#lib/gateway/clients/cline.json" with { type: "json" };
import codex from "#lib/gateway/clients/codex.json" with { type: "json" };
import copilotCli from "#lib/gateway/clients/copilot-cli.json" with { type: "json" };
import cursor from "#lib/gateway/clients/cursor.json" with { type: "json" };
import geminiCli from "#lib/gateway/clients/gemini-cli.json" with { type: "json" };
import goose from "#lib/gateway/clients/goose.json" with { type: "json" };
import jetbrains from "#lib/gateway/clients/jetbrains.json" with { type: "json" };
import opencode from "#lib/gateway/clients/opencode.json" with { type: "json" };
import vsCode from "#lib/gateway/clients/vs-code.json" with { type: "json" };
import windsurf from "#lib/gateway/clients/windsurf.json" with { type: "json" };
import zed from "#lib/gateway/clients/zed.json" with { type: "json" };

/** What is known of clients; each is a ClientProfile. */
export const knownClients: readonly unknown[] = [
  claudeCode,
  claudeDesktop,
  codex,
  cursor,
  geminiCli,
  goose,
  vsCode,
  zed,
  windsurf,
  cline,
  jetbrains,
  opencode,
  copilotCli,
];
