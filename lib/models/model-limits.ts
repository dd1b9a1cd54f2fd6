import type { Problem, Variables } from "#lib/models/providers/provider.ts";
import { type ProviderName, providers } from "#lib/models/providers/providers.ts";

/** What OpenAI takes. */
const usualTools = 128;

type Limited = { key: string; provider: ProviderName };

/** What one request may hold, by model. */
export type ModelLimits = {
  /** How many tools; Infinity: any number. The demo has no network and takes any number, unless it has its own. */
  mostTools: (model: Limited) => number;
  /** How many tokens it reads at once; null where nobody said. */
  contextTokens: (model: Limited) => number | null;
};

/**
 * Reads `TOOLS_PER_REQUEST` and `CONTEXT_TOKENS`: each a number for all models, `<model>=<number>` for one, or both,
 * comma-separated.
 */
export function modelLimitsIn(variables: Variables): ModelLimits | Problem {
  // One place is for the tool that finds others.
  const tools = numbersIn(variables, { name: "TOOLS_PER_REQUEST", range: [2, 9_999], example: 64, unlimited: true });
  if ("problem" in tools) return tools;
  const tokens = numbersIn(variables, { name: "CONTEXT_TOKENS", range: [1_000, 99_999_999], example: 400_000 });
  if ("problem" in tokens) return tokens;
  return {
    mostTools: ({ key, provider }) =>
      tools.ofModel.get(key) ?? (providers[provider].demo ? Infinity : (tools.ofAll ?? usualTools)),
    contextTokens: ({ key }) => tokens.ofModel.get(key) ?? tokens.ofAll,
  };
}

type Numbers = { ofAll: number | null; ofModel: Map<string, number> };
type Written = { name: string; range: [least: number, most: number]; example: number; unlimited?: boolean };

function numbersIn(variables: Variables, { name, range, example, unlimited = false }: Written): Numbers | Problem {
  const [least, most] = range;
  const numbers: Numbers = { ofAll: null, ofModel: new Map() };
  for (const part of (variables[name] ?? "").split(",").flatMap((text) => text.trim() || [])) {
    const sign = part.lastIndexOf("=");
    const text = part.slice(sign + 1).trim();
    const count = unlimited && text === "unlimited" ? Infinity : /^\d{1,8}$/.test(text) ? Number(text) : NaN;
    if (!(count >= least && (count <= most || count === Infinity))) {
      const choice = `a whole number from ${least} to ${most}${unlimited ? " or unlimited" : ""}`;
      return { problem: `${name}: "${part}" is not ${choice}; for one model, write openai:gpt-5=${example}.` };
    }
    if (sign < 0) numbers.ofAll = count;
    else numbers.ofModel.set(part.slice(0, sign).trim(), count);
  }
  return numbers;
}
