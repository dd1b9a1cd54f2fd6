import { describe, expect, test } from "vitest";
import { readEnv } from "./env.ts";

function envOf(variables: Record<string, string>) {
  const result = readEnv(variables, "/home/me/app");
  if ("problem" in result) throw new Error(result.problem);
  return result.env;
}

function problemOf(variables: Record<string, string>): string {
  const result = readEnv(variables, "/home/me/app");
  return "problem" in result ? result.problem : "";
}

test("nothing set means port 3000 of 127.0.0.1, ./data, and the first visitor claims", () => {
  expect(envOf({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: "/home/me/app/data",
    configDir: "/home/me/app",
    databaseUrl: null,
    claim: "first-visit",
    publicOrigin: null,
    team: null,
    clients: { by: "keys" },
    logLevel: "warn",
    notifyPrivate: false,
    secretsKey: null,
    audit: {
      keyFile: "/home/me/app/data/audit-key.pem",
      heads: { stdout: false, files: [], addresses: [] },
      stamps: { authorities: [], everyMs: 60 * 60_000 },
    },
    otlpEndpoint: null,
    pseudoLanguages: false,
    coldAfterMs: 60_000,
    asksPerHour: 120,
    ofPerson: { chats: 10_000, queued: 20, messagesPerHour: 6_000, tokensPerDay: 50_000_000 },
    variables: { DATA_DIR: "/home/me/app/data" },
  });
});

test("an empty variable counts as not set", () => {
  expect(envOf({ PORT: "", HOST: "", DATA_DIR: "", CLAIM: "", PUBLIC_URL: "" })).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    dataDir: "/home/me/app/data",
  });
});

test("everything can be set", () => {
  const variables = {
    PORT: "4000",
    HOST: "localhost",
    DATA_DIR: "/var/lib/countersign",
    CONFIG_DIR: "config",
    CLAIM: "link",
    DATABASE_URL: "postgres://me@localhost/countersign",
    PUBLIC_URL: "https://sign.example.com/",
    LOG_LEVEL: "debug",
    NOTIFY_PRIVATE: "yes",
    SECRETS_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    AUDIT_KEY: "keys/audit.pem",
    AUDIT_HEADS: "stdout, file:heads.jsonl,https://log.example.com/heads?token=x,rfc3161:http://tsa.example.com/t",
    AUDIT_STAMP_MINUTES: "5",
    PSEUDO_LANGUAGES: "on",
    COLD_AFTER_SECONDS: "2.5",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    OPENAI_API_KEY: "k",
  };
  expect(envOf(variables)).toEqual({
    port: 4000,
    host: "127.0.0.1",
    dataDir: "/var/lib/countersign",
    configDir: "/home/me/app/config",
    databaseUrl: "postgres://me@localhost/countersign",
    claim: "link",
    publicOrigin: "https://sign.example.com",
    team: null,
    clients: { by: "keys" },
    logLevel: "debug",
    notifyPrivate: true,
    secretsKey: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    audit: {
      keyFile: "/home/me/app/keys/audit.pem",
      heads: {
        stdout: true,
        files: ["/home/me/app/heads.jsonl"],
        addresses: ["https://log.example.com/heads?token=x"],
      },
      stamps: { authorities: ["http://tsa.example.com/t"], everyMs: 5 * 60_000 },
    },
    otlpEndpoint: "http://collector:4318",
    pseudoLanguages: true,
    coldAfterMs: 2_500,
    asksPerHour: 120,
    ofPerson: { chats: 10_000, queued: 20, messagesPerHour: 6_000, tokensPerDay: 50_000_000 },
    variables,
  });
});

describe("B6: an address that other machines reach", () => {
  test.each(["0.0.0.0", "::", "192.168.1.10", "example.com", "127.0.0.1.example.com", "*"])("%s is refused", (HOST) => {
    expect(problemOf({ HOST })).toBe(
      `The environment is not usable: HOST=${HOST} is not a loopback address, and there is no sign-in for other machines; use 127.0.0.1, or AUTH=team.`,
    );
  });
  test.each(["127.0.0.1", "127.0.0.9", "::1", "localhost"])("%s is fine", (HOST) => {
    expect(problemOf({ HOST })).toBe("");
  });
});

test("behind a public address a first visit never claims", () => {
  expect(envOf({ PUBLIC_URL: "https://sign.example.com", CLAIM: "first-visit" }).claim).toBe("link");
});

test("one sentence names every variable that is wrong", () => {
  const problem = problemOf({ PORT: "80000", CLAIM: "anyone", PUBLIC_URL: "ftp://x/y", LOG_LEVEL: "loud" });
  expect(problem).toBe(
    "The environment is not usable: PORT=80000 is not a port; choose one from 1 to 65535; " +
      "CLAIM=anyone is neither first-visit nor link; " +
      "PUBLIC_URL=ftp://x/y is not the root of a web address, like https://countersign.example.com; " +
      "LOG_LEVEL=loud is none of silent, error, warn, info, debug.",
  );
  expect(problemOf({ PORT: "http" })).toContain("PORT=http is not a number");
  expect(problemOf({ PORT: "30.5" })).toContain("PORT=30.5 is not a whole number");
});

test("H3: a DATABASE_URL that is none is named without what it says", () => {
  for (const url of ["mysql://root:secret@localhost/db", "postgres://localhost", "secret", "postgres:///db"]) {
    const problem = problemOf({ DATABASE_URL: url });
    expect(problem).toContain("DATABASE_URL=… is not the address of a database");
    expect(problem).not.toContain("secret");
  }
  const url = "postgresql://me:secret@db.example.com:5433/countersign?sslmode=require";
  expect(envOf({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("H3: of what may hold a secret a problem repeats nothing", () => {
  const key = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  expect(problemOf({ SECRETS_KEY: `${key},typo` })).toBe(
    "The environment is not usable: SECRETS_KEY=… holds no key: each is 32 bytes, as openssl rand -base64 32 prints them.",
  );
  expect(problemOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "me:secret@collector" })).not.toContain("secret");
  expect(problemOf({ PUBLIC_URL: "https://me:secret@sign.example.com/here" })).not.toContain("secret");
  // Nobody could read its password.
  expect(problemOf({ DATABASE_URL: "postgres://me:secret%@db.example.com/countersign" })).toContain(
    "DATABASE_URL=… is",
  );
});

test("H3: places for heads of the audit trail that are none are refused without what they say", () => {
  for (const places of [
    "stderr",
    "file:",
    "/heads.jsonl",
    "ftp://secret@x",
    "stdout;secret",
    "rfc3161:",
    "rfc3161:secret",
  ]) {
    const problem = problemOf({ AUDIT_HEADS: places });
    expect(problem).toContain(
      "AUDIT_HEADS=… is no list of stdout, file:<path>, web addresses and rfc3161:<web address>",
    );
    expect(problem).not.toContain("secret");
  }
  for (const minutes of ["0", "1.5", "never", "10081"]) {
    expect(problemOf({ AUDIT_STAMP_MINUTES: minutes })).toContain("is no whole number of minutes from 1 to 10080");
  }
});

test("C13: how much a person may be asked within an hour is a number, or unlimited", () => {
  expect(envOf({ ASKS_PER_HOUR: "1" }).asksPerHour).toBe(1);
  expect(envOf({ ASKS_PER_HOUR: "999999" }).asksPerHour).toBe(999_999);
  expect(envOf({ ASKS_PER_HOUR: "unlimited" }).asksPerHour).toBe(Infinity);
  for (const wrong of ["0", "-1", "1.5", "never", "1e3", "1000000", " 1"]) {
    expect(problemOf({ ASKS_PER_HOUR: wrong })).toContain(`ASKS_PER_HOUR=${wrong} is neither a whole number`);
  }
});

test("G14: what one person may have and use is a whole number or unlimited", () => {
  const names = {
    CHATS_PER_PERSON: "chats",
    QUEUED_PER_CHAT: "queued",
    MESSAGES_PER_HOUR: "messagesPerHour",
    TOKENS_PER_DAY: "tokensPerDay",
  } as const;
  for (const [name, key] of Object.entries(names) as [keyof typeof names, (typeof names)[keyof typeof names]][]) {
    expect(envOf({ [name]: "1" }).ofPerson[key]).toBe(1);
    expect(envOf({ [name]: "999" }).ofPerson[key]).toBe(999);
    expect(envOf({ [name]: "unlimited" }).ofPerson[key]).toBe(Infinity);
    for (const wrong of ["0", "-1", "1.5", "many", "1e3", "9999999999999"])
      expect(problemOf({ [name]: wrong })).toContain(`${name}=${wrong} is neither a whole number`);
  }
});

test("a run that waits goes cold at once, after a while, or never", () => {
  expect(envOf({ COLD_AFTER_SECONDS: "0" }).coldAfterMs).toBe(0);
  expect(envOf({ COLD_AFTER_SECONDS: "86400" }).coldAfterMs).toBe(86_400_000);
  expect(envOf({ COLD_AFTER_SECONDS: "never" }).coldAfterMs).toBe(Infinity);
  for (const wrong of ["-1", "soon", "86401", "1e3", "Infinity", "0x10", " 1"]) {
    expect(problemOf({ COLD_AFTER_SECONDS: wrong })).toBe(
      `The environment is not usable: COLD_AFTER_SECONDS=${wrong} is neither a number of seconds from 0 to 86400 nor never.`,
    );
  }
});

describe("B6: with sign-in", () => {
  const https = "https://sign.example.com";

  test.each([
    [{ HOST: "0.0.0.0", PUBLIC_URL: https }, ""],
    [{ HOST: "::", PUBLIC_URL: https }, ""],
    [{ HOST: "127.0.0.1" }, ""],
    [{ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:8080" }, ""],
    [{ HOST: "0.0.0.0" }, "HOST=0.0.0.0 is reached from other machines, so PUBLIC_URL must say where, with https"],
    [
      { HOST: "0.0.0.0", PUBLIC_URL: "http://sign.example.com" },
      "PUBLIC_URL=http://sign.example.com must be https, for people send their passwords there",
    ],
    [{ HOST: "*" }, "HOST=* is not an address to listen on, like 0.0.0.0"],
  ])("%j", (variables, problem) => {
    const said = problemOf({ AUTH: "team", ...variables });
    if (problem === "") expect(said).toBe("");
    else expect(said).toContain(problem);
  });
});

describe("the variables of sign-in", () => {
  const oidc = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "us", OIDC_CLIENT_SECRET: "hush" };

  test("all of them", () => {
    const given = { AUTH: "team", ...oidc, OIDC_ALLOWED_DOMAINS: "Example.com, @b.org", OIDC_NAME: "Example" };
    expect(envOf({ ...given, AUTH_SECRET: "s".repeat(32) }).team).toEqual({
      secret: "s".repeat(32),
      oidc: {
        issuer: "https://login.example.com",
        clientId: "us",
        clientSecret: "hush",
        domains: ["example.com", "b.org"],
        name: "Example",
        linkByEmail: false,
      },
    });
    expect(envOf({ AUTH: "team", ...oidc, OIDC_LINK_BY_EMAIL: "yes" }).team?.oidc?.linkByEmail).toBe(true);
    expect(envOf({ AUTH: "team" }).team).toEqual({ secret: null, oidc: null });
    expect(envOf(oidc).team).toBeNull();
  });

  test("H3: are refused in words that hold no secret", () => {
    expect(problemOf({ AUTH: "yes" })).toContain("AUTH=yes is neither local nor team");
    expect(problemOf({ AUTH: "team", AUTH_SECRET: "short" })).toContain("AUTH_SECRET=… is shorter than 32 characters");
    expect(problemOf({ AUTH: "team", OIDC_CLIENT_SECRET: "hush" })).toContain("OIDC_ISSUER= is not set");
    expect(problemOf({ AUTH: "team", OIDC_CLIENT_SECRET: "hush" })).not.toContain("hush");
    expect(problemOf({ AUTH: "team", ...oidc, OIDC_ISSUER: "http://login.example.com" })).toContain("OIDC_ISSUER=");
    expect(problemOf({ AUTH: "team", ...oidc, OIDC_ALLOWED_DOMAINS: "com" })).toContain("names com, which is not");
  });
});

test("F13: clients sign in here, or at an issuer that knows the people of a team, or by keys alone", () => {
  expect(envOf({ CLIENT_SIGN_IN: "on" }).clients).toEqual({ by: "here", register: false });
  expect(envOf({ CLIENT_SIGN_IN: "register" }).clients).toEqual({ by: "here", register: true });
  const issuer = "https://login.example.com/realms/all";
  const team = { AUTH: "team", CLIENT_ISSUER: issuer };
  expect(envOf(team).clients).toEqual({ by: "issuer", issuer, audience: null });
  expect(envOf({ ...team, CLIENT_AUDIENCE: "x" }).clients).toEqual({ by: "issuer", issuer, audience: "x" });
  expect(problemOf({ CLIENT_SIGN_IN: "yes" })).toContain("CLIENT_SIGN_IN=yes is none of off, on, register");
  expect(problemOf({ CLIENT_ISSUER: issuer })).toContain("names people, of whom there are some with AUTH=team only");
  expect(problemOf({ ...team, CLIENT_SIGN_IN: "on" })).toContain("goes with CLIENT_SIGN_IN=off only; choose one");
  expect(problemOf({ CLIENT_AUDIENCE: "x" })).toContain("CLIENT_AUDIENCE=x says nothing without CLIENT_ISSUER");
  expect(problemOf({ AUTH: "team", CLIENT_ISSUER: "http://login.example.com" })).toContain("is not the address of");
});
