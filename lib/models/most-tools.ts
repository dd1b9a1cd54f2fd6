import type { Problem, Variables } from "#lib/models/providers/provider.ts";
import { type ProviderName, providers } from "#lib/models/providers/providers.ts";

/** What OpenAI takes. */
const usual = 128;
/** One place is for the tool that finds others. */
const [fewest, largest] = [2, 9_999];

export type MostTools = {
  /** The demo has no network and takes any number, unless it has its own. */
  of: (model: { key: string; provider: ProviderName }) => number;
};

/** Reads `TOOLS_PER_REQUEST`: a number for all models, `<model>=<number>` for one, or both, comma-separated. */
export function mostToolsIn(variables: Variables): MostTools | Problem {
  const written = (variables["TOOLS_PER_REQUEST"] ?? "").split(",").flatMap((text) => text.trim() || []);
  const ofModel = new Map<string, number>();
  let most = usual;
  for (const part of written) {
    const sign = part.lastIndexOf("=");
    const count = countOf(part.slice(sign + 1).trim());
    if (count === null) {
      const choice = `a whole number from ${fewest} to ${largest} or unlimited`;
      return { problem: `TOOLS_PER_REQUEST: "${part}" is not ${choice}; for one model, write openai:gpt-5=64.` };
    }
    if (sign < 0) most = count;
    else ofModel.set(part.slice(0, sign).trim(), count);
  }
  return {
    of: ({ key, provider }) => ofModel.get(key) ?? (providers[provider].demo ? Infinity : most),
  };
}

function countOf(text: string): number | null {
  if (text === "unlimited") return Infinity;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  return count >= fewest && count <= largest ? count : null;
}
