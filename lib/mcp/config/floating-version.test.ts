import { expect, test } from "vitest";
import { floatingVersion } from "./floating-version.ts";

const floating = (line: string) => {
  const [command = "", ...args] = line.split(" ");
  return floatingVersion({ kind: "stdio", command, args, env: {}, cwd: "/" });
};

test.each([
  ["npx shop-mcp", "shop-mcp"],
  ["npx -y shop-mcp@latest /data", "shop-mcp@latest"],
  ["/usr/bin/npx.cmd --yes @scope/shop", "@scope/shop"],
  ["npx -y @scope/shop@^1.2.0", "@scope/shop@^1.2.0"],
  ["npx -y shop@1", "shop@1"],
  ["npx -p shop@next shop", "shop@next"],
  ["npm exec --yes -- shop", "shop"],
  ["pnpm dlx shop", "shop"],
  ["uvx mcp-server-git", "mcp-server-git"],
  ["uvx --from git+https://host/repo tool", "git+https://host/repo"],
  ["uv tool run shop", "shop"],
  ["docker run -i --rm -e TOKEN shop/mcp:1.2", "shop/mcp:1.2"],
])("H7: a version that floats is found: %s", (line, found) => {
  expect(floating(line)).toBe(found);
});

test.each([
  "npx -y shop-mcp@1.2.3",
  "npx -y @scope/shop@2025.11.1 /data",
  "npx -y shop@1.0.0-beta.2",
  "uvx mcp-server-git==2025.1.14",
  "uvx --from shop==1.2 tool",
  `docker run -i shop/mcp@sha256:${"a".repeat(64)}`,
  "node shop.ts",
  "npm start",
  "docker compose up",
  "npx ./shop.js",
])("H7: what is named exactly, and what fetches nothing, does not float: %s", (line) => {
  expect(floating(line)).toBeNull();
});

test("H7: a server on the web fetches nothing here", () => {
  expect(
    floatingVersion({ kind: "http", isSse: false, url: "https://shop.example/mcp", headers: {}, privately: [] }),
  ).toBeNull();
});
