import { defineConfig } from "oxlint";
import { features, folders, impurePackages, pure, rooms, table } from "./import-table.ts";

type Pattern = { regex: string; message: string; allowTypeImports?: boolean };

const noClimbing: Pattern = {
  regex: String.raw`^\.\.?/.*/|^\.\./`,
  message: "Import from another folder by #lib/… or #components/…, so that the import table sees it.",
};
const clearanceIsAType: Pattern = {
  regex: String.raw`^(#lib/gate/contract|\.)/clearance\.ts$`,
  message: "Only the gate makes clearances; everybody else imports the type.",
  allowTypeImports: true,
};
const noProcess: Pattern = {
  regex: "^(node:)?process$",
  message: "lib/server/settings/env.ts alone reads the environment; signals and exits belong to bin.",
};
const noMcp: Pattern = {
  regex: "^@modelcontextprotocol/",
  message: "Only lib/mcp and lib/gateway speak MCP; everything else reaches a tool through the gate.",
};
const noChunks: Pattern = {
  regex: "^ai(/|$)",
  message: "The gate tells events of its own; only the agent turns them into chunks of the AI SDK.",
};
const noSql: Pattern = {
  regex: "^kysely(/|$)",
  message: "Only lib/store builds SQL; everybody else calls its functions.",
};
const noFramework: Pattern = {
  regex: "^(next|react|react-dom|@assistant-ui|@ai-sdk/react)(/|$)",
  message: "lib runs on plain Node; only components and app know React and Next.",
};

const noAuthLibrary: Pattern = {
  regex: "^(better-auth|better-call|@better-auth|@simplewebauthn/server)(/|$)",
  message:
    "Only auth-engine.ts, its adapter and passkeys.ts of lib/server/people use it: what it does unasked is done trusted.",
};

function notFolders(forbidden: readonly string[], who: string, types?: "types-allowed"): Pattern {
  return {
    regex: `^#lib/(${forbidden.join("|")})/`,
    message: `${who} may not import this folder of lib (see import-table.ts).`,
    ...(types ? { allowTypeImports: true } : {}),
  };
}

/** Bans the rooms of a folder that come after this one. */
function notUpward(folder: string, room: string): Pattern[] {
  const order = rooms[folder] ?? [];
  const above = order.slice(order.indexOf(room) + 1);
  const message = `lib/${folder}/${room} comes before this room (see import-table.ts).`;
  return above.map((name) => ({ regex: `^#lib/${folder}/${name === "." ? "[^/]+$" : `${name}/`}`, message }));
}

function notAbove(names: readonly string[], who: string): Pattern {
  return { regex: `^#(${names.join("|")})/`, message: `${who} stands below this folder.` };
}

function effects(): Pattern[] {
  const message = "Pure folders import pure libraries only: time, randomness and effects come in as arguments.";
  return [
    { regex: `^(${impurePackages.join("|")})(/|$)`, message },
    { regex: "^ai(/|$)", message, allowTypeImports: true },
  ];
}

function patternsOf(folder: string): Pattern[] {
  const who = `lib/${folder}`;
  const allowed = [folder, ...(table[folder] ?? [])];
  return [
    noClimbing,
    noProcess,
    clearanceIsAType,
    notFolders(
      folders.filter((other) => !allowed.includes(other)),
      who,
    ),
    notAbove(["components", "e2e", "examples"], who),
    ...(pure.includes(folder) ? effects() : [noFramework]),
    ...(folder === "store" || pure.includes(folder) ? [] : [noSql]),
    ...(["mcp", "gateway"].includes(folder) || pure.includes(folder) ? [] : [noMcp]),
    ...(pure.includes(folder) ? [] : [noAuthLibrary]),
    ...(folder === "gate" ? [noChunks] : []),
  ];
}

function allBut(pattern: Pattern, folder: string, room: string): Pattern[] {
  return [...patternsOf(folder), ...notUpward(folder, room)].filter((other) => other !== pattern);
}

const ofComponents = [
  noClimbing,
  notFolders(
    folders.filter((folder) => !pure.includes(folder)),
    "components",
  ),
  notAbove(["e2e", "examples"], "components"),
  noMcp,
  noAuthLibrary,
  { regex: "^node:", message: "Components run in the browser." },
];

function inRoom(folder: string, room: string): string {
  return room === "." ? `lib/${folder}/*` : `lib/${folder}/${room}/**`;
}

function importsOf(files: string[], patterns: Pattern[]) {
  return { files, rules: { "no-restricted-imports": ["error", { patterns }] as ["error", { patterns: Pattern[] }] } };
}

function ofApp(who: string, ...besides: string[]): Pattern[] {
  const forbidden = folders.filter((folder) => ![...pure, "server", ...besides].includes(folder));
  return [
    notFolders(forbidden, who, "types-allowed"),
    notAbove(["e2e", "examples"], "app"),
    noProcess,
    noMcp,
    noAuthLibrary,
  ];
}

/** What proves or starts the application. Tests see everything; that is how they prove it. */
const outside = ["**/*.test.{ts,tsx}", "{e2e,bench,bin,examples}/**", "public/countersign-hook.mjs", "*.config.*"];
/** Files for which Next demands a default export. */
const nextFiles = ["app/**/{page,layout,error,global-error,not-found,loading,template,default}.tsx"];

export default defineConfig({
  plugins: ["eslint", "typescript", "unicorn", "oxc", "import", "promise", "node", "react", "jsx-a11y", "nextjs"],
  categories: { correctness: "error" },
  options: { typeAware: true },
  ignorePatterns: [".next", "data", "node_modules", "next-env.d.ts"],
  rules: {
    "max-lines": ["error", { max: 250 }],
    eqeqeq: ["error", "always", { null: "ignore" }],
    "no-var": "error",
    "prefer-const": "error",
    "no-console": ["error", { allow: ["error"] }],
    "no-eval": "error",
    "no-throw-literal": "error",
    "no-warning-comments": ["error", { terms: ["todo", "fixme", "xxx"] }],
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
    "typescript/no-namespace": "error",
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/await-thenable": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/prefer-promise-reject-errors": ["error", { allowThrowingAny: true, allowThrowingUnknown: true }],
    "typescript/ban-ts-comment": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "import/no-default-export": "error",
    "import/no-mutable-exports": "error",
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "unicorn/filename-case": ["error", { case: "kebabCase" }],
    "node/no-process-env": "error",
    // Kysely's expression builder is made to be taken apart.
    "typescript/unbound-method": "off",
    // A card is a `group` and a thread a `log` by role: no element means the same.
    "jsx-a11y/prefer-tag-over-role": "off",
  },
  overrides: [
    {
      files: ["**/*.test.ts", "**/*.test.tsx"],
      plugins: ["vitest", "typescript", "unicorn", "oxc", "import"],
      rules: {
        // A property asserts inside fc.assert, and inside the branch that it is about.
        "vitest/expect-expect": "off",
        "vitest/no-conditional-expect": "off",
        "vitest/require-to-throw-message": "off",
        "vitest/valid-expect": ["error", { maxArgs: 2 }],
        "vitest/no-disabled-tests": "error",
        "vitest/no-focused-tests": "error",
      },
    },
    ...Object.keys(table).map((folder) => importsOf([`lib/${folder}/**`], patternsOf(folder))),
    ...Object.keys(table).flatMap((folder) =>
      (rooms[folder] ?? []).map((room) =>
        importsOf([inRoom(folder, room)], [...patternsOf(folder), ...notUpward(folder, room)]),
      ),
    ),
    importsOf(["lib/gate/run/start-call.ts"], allBut(clearanceIsAType, "gate", "run")),
    importsOf(["lib/server/people/{auth-engine,auth-adapter,passkeys}.ts"], allBut(noAuthLibrary, "server", "people")),
    importsOf(["components/**"], ofComponents),
    importsOf(
      ["components/ui/**", "components/browser/**"],
      [
        ...ofComponents,
        ...features.map((feature) => ({
          regex: `^#components/${feature}/`,
          message: "components/ui and components/browser know no feature.",
        })),
      ],
    ),
    // Store, gate and agent exist once in the process, outside Next's bundles: a page reaches them by services().
    importsOf(["app/**"], ofApp("app")),
    // Next bundles no route.
    importsOf(["app/api/**"], [...ofApp("app/api", "gate", "agent"), noFramework]),
    {
      files: ["lib/gate/**", "lib/approvals/**", "lib/policies/**"],
      rules: {
        "no-restricted-globals": [
          "error",
          { name: "Date", message: "Decisions use the database's clock (THREATS A7)." },
        ],
      },
    },
    { files: ["lib/server/settings/env.ts"], rules: { "node/no-process-env": "off" } },
    {
      files: outside,
      rules: {
        "node/no-process-env": "off",
        "no-restricted-imports": "off",
        "no-restricted-globals": "off",
        "no-console": "off",
      },
    },
    // One file is all that a person copies, and all that a person reads of a page's words.
    { files: ["public/countersign-hook.mjs", "**/words.{en,de}.ts"], rules: { "max-lines": ["error", { max: 450 }] } },
    {
      files: ["**/*.test.ts", "**/*.test.tsx", "e2e/**"],
      rules: {
        "max-lines": ["error", { max: 400 }],
        "typescript/no-non-null-assertion": "off",
        // A test may await a turn of the event loop, reject with what it likes, and print what it compares.
        "typescript/await-thenable": "off",
        "unicorn/no-unnecessary-await": "off",
        "typescript/prefer-promise-reject-errors": "off",
        "typescript/no-base-to-string": "off",
      },
    },
    // Playwright reads the names of a fixture's needs from this pattern, and wants it even when there are none.
    { files: ["e2e/**"], rules: { "no-empty-pattern": "off" } },
    {
      // And for which Playwright does, and the loader of policies in code.
      files: [
        ...nextFiles,
        "examples/policies/recipients.ts",
        "*.config.*",
        "e2e/*.config.ts",
        "e2e/support/stores-for-stories.ts",
        "bin/build/read-words.mjs",
      ],
      rules: { "import/no-default-export": "off" },
    },
  ],
});
