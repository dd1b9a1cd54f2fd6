import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";
import type { Say } from "#lib/words/say.ts";
/** What each client wants to be told, with `<key>` where its key goes. */
function recipes(
  address: string,
  say: Say<typeof settingsWords.english>,
): { title: string; where: string; text: string }[] {
  const server = { url: address, headers: { Authorization: "Bearer <key>" } };
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      title: "Claude Code",
      where: say("inATerminal"),
      text: `claude mcp add --transport http countersign ${address} --header "Authorization: Bearer <key>"`,
    },
    { title: "Cursor", where: "~/.cursor/mcp.json", text: json({ mcpServers: { countersign: server } }) },
    {
      title: "VS Code",
      where: ".vscode/mcp.json",
      text: json({ servers: { countersign: { type: "http", ...server } } }),
    },
    {
      title: "Codex",
      where: say("keyInVariable", { file: "~/.codex/config.toml", variable: "COUNTERSIGN_KEY" }),
      text: `[mcp_servers.countersign]\nurl = "${address}"\nbearer_token_env_var = "COUNTERSIGN_KEY"`,
    },
    {
      title: "Gemini CLI",
      where: "~/.gemini/settings.json",
      text: json({ mcpServers: { countersign: { httpUrl: address, headers: server.headers } } }),
    },
    {
      title: "Goose",
      where: "~/.config/goose/config.yaml",
      text: `extensions:\n  countersign:\n    enabled: true\n    type: streamable_http\n    name: countersign\n    uri: ${address}\n    headers:\n      Authorization: Bearer <key>\n    timeout: 300`,
    },
    {
      title: "Claude Desktop",
      where: say("throughRemote", { file: "claude_desktop_config.json", program: "mcp-remote" }),
      text: json({
        mcpServers: {
          countersign: {
            command: "npx",
            args: ["-y", "mcp-remote", address, "--header", "Authorization: Bearer <key>"],
          },
        },
      }),
    },
  ];
}

/** Configuration to copy, for each client that is known. */
export function HowToConnect({ address }: { address: string }) {
  const say = useSay(settingsWords);
  return (
    <section aria-labelledby="connect" className="flex flex-col gap-3">
      <h2 id="connect" className="font-medium">
        {say("connectAClient")}
      </h2>
      <p className="text-small text-muted">
        {say.rich("makeAnApiKeyThat", {
          code: (held) => <code className="font-mono">{held}</code>,
          address: <code className="font-mono break-all">{address}</code>,
        })}
      </p>
      {recipes(address, say).map(({ title, where, text }) => (
        <details key={title} className="border-b border-line pb-2">
          <summary className="cursor-pointer py-2.5">{title}</summary>
          <p className="text-small text-muted">{where}</p>
          <pre className="rounded-md bg-sunk p-3 font-mono text-small break-words whitespace-pre-wrap select-all">
            {text}
          </pre>
        </details>
      ))}
    </section>
  );
}
