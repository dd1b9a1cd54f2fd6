import { expect, test } from "vitest";
import { readMcpConfig } from "#lib/mcp/config/config.ts";
import { floatingVersion } from "#lib/mcp/config/floating-version.ts";
import { fillEntry, missingIn } from "./fill-entry.ts";
import { isPlain } from "./found-server.ts";
import { foundServerOf, knownServers } from "./known-servers.ts";

test.each(knownServers.map((known) => [known.name, known] as const))(
  "E24: %s is one exact version, can be added as it stands once its values are given, and hides its secrets",
  (_name, known) => {
    const found = foundServerOf(known);
    expect(isPlain(found)).toBe(true);
    expect(found.asked.every(({ hint, otherwise }) => hint.length > 10 && otherwise === null)).toBe(true);
    for (const { label, isSecret } of found.asked) expect(isSecret, label).toBe(label !== "folder");
    const answers = new Map(found.asked.map(({ key }) => [key, "given"]));
    expect(missingIn(found, answers)).toEqual([]);
    const text = JSON.stringify({ mcpServers: { [found.id]: fillEntry(found, answers) } });
    const { servers, leftOut } = readMcpConfig({ text, file: "mcp.json", folder: "/app", environment: {} });
    expect(leftOut).toEqual([]);
    expect(servers).toHaveLength(1);
    for (const { transport } of servers) expect(floatingVersion(transport)).toBeNull();
    expect(text).not.toContain("${");
  },
);

test("E24: no two well-known servers have one name", () => {
  const ids = knownServers.map((known) => foundServerOf(known).id);
  expect(new Set(ids).size).toBe(ids.length);
});
