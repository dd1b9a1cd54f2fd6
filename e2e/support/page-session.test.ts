import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { isValidElement } from "react";
import { expect, test } from "vitest";
import { TooMuch } from "#components/ui/too-much.tsx";
import { installServices, type Services } from "#lib/server/api/services.ts";
import { NoTurn } from "#lib/store/engine/fair-turns.ts";
import { unlessTooMuch } from "../../app/page-session.ts";

const root = path.resolve(import.meta.dirname, "../..");
const app = path.join(root, "app");

test("G16, G23: a page that the store has no turn for says so and is counted, and is no error of the log", async () => {
  const counted: [string, number][] = [];
  // All that it uses.
  const access = { origin: "http://127.0.0.1:3000" };
  const refused = ({ method }: { method: string }, status: number) => void counted.push([method, status]);
  installServices({ access, refused } as unknown as Services);
  const drawn = await unlessTooMuch(() => Promise.reject(new NoTurn("All connections are in use.")));
  expect(isValidElement(drawn) && drawn.type).toBe(TooMuch);
  expect(counted).toEqual([["GET", 503]]);
  const fault = new Error("A fault.");
  await expect(unlessTooMuch(() => Promise.reject(fault))).rejects.toBe(fault);
});

test("G16: what the server draws hands over no listeners, which fails at each request: parts with some are the browser's", async () => {
  const drawn = new Set<string>();
  const wrong: string[] = [];
  const waiting: string[] = [];
  for await (const file of glob("**/{page,layout,page-session,not-found}.{ts,tsx}", { cwd: app })) {
    waiting.push(path.join(app, file));
  }
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (drawn.has(file)) continue;
    drawn.add(file);
    const text = await readFile(file, "utf8");
    if (text.startsWith(`"use client"`)) continue;
    if (/\son[A-Z]\w*=\{/.test(text)) wrong.push(path.relative(root, file));
    for (const [, from = ""] of text.matchAll(/^(?:import|\} from) .*"((?:#components|\.)[^"]+\.tsx)";$/gm)) {
      waiting.push(from.startsWith("#") ? path.join(root, from.slice(1)) : path.resolve(path.dirname(file), from));
    }
  }
  // The walk goes from pages into components.
  expect(drawn.has(path.join(root, "components/shell/shell.tsx"))).toBe(true);
  expect(wrong).toEqual([]);
});

test("G23: every page that asks the services is made by what says so", async () => {
  const others: string[] = [];
  for await (const file of glob("**/page.tsx", { cwd: app })) {
    const text = await readFile(path.join(app, file), "utf8");
    if (text.includes("services()") && !text.includes("export default pageFor(")) others.push(file);
  }
  expect(others).toEqual([]);
});
