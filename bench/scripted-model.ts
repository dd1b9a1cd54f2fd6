import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Step } from "#e2e/support/model-script.ts";
import { startProcess } from "./start-process.ts";

export type ScriptedModel = {
  /** Ends in `/v1`. */
  url: string;
  /** For the app's environment. */
  env: Record<string, string>;
  close: () => Promise<void>;
};

/** Starts the scripted model in a process of its own; every step answers as often as it fits. */
export async function scriptedModel(script: Step[]): Promise<ScriptedModel> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-model-"));
  const file = path.join(folder, "script.json");
  await writeFile(file, JSON.stringify(script));
  const { said, close } = await startProcess("e2e/support/model-endpoint-process.ts", file, "--repeat");
  const { url } = JSON.parse(said) as { url: string };
  return {
    url,
    env: { MODEL: "openai:scripted", OPENAI_BASE_URL: url, OPENAI_API_KEY: "bench", OPENAI_API: "chat" },
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Says 200 words and calls the tool; says 50 words when its result is there. */
export function callingOnce(tool: string): Step[] {
  return [
    { when: { after: "user" }, answer: [...words(200), { call: tool, arguments: { label: "bench" } }] },
    { when: { after: "tool" }, answer: words(50) },
  ];
}

export function words(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `word${index} `);
}
