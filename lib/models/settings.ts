import { modelLimitsIn, type ModelLimits } from "./model-limits.ts";
import type { Problem, Variables } from "#lib/models/providers/provider.ts";
import {
  isProviderName,
  type ProviderName,
  type ProviderSettings,
  providers,
} from "#lib/models/providers/providers.ts";

/** One model of the picker. */
export type ModelEntry<Name extends ProviderName = ProviderName> = {
  [N in Name]: {
    /** As written in `MODEL`, and stored with a chat: `openai:gpt-5`, `demo`. */
    key: string;
    provider: N;
    /** Empty for `demo`. */
    modelId: string;
    settings: ProviderSettings[N];
    /** How many tools one request may carry; Infinity: any number. */
    mostTools: number;
    /** How many tokens it reads at once; null where nobody said. */
    contextTokens: number | null;
  };
}[Name];

/**
 * The parsed `MODEL` and its companions. The first entry is the default. `isUnset`: no variable names a model, so there is
 * only the demonstration. `limits`: also of models that are connected in the app. Holds keys: never log it.
 */
export type ModelSettings = { entries: [ModelEntry, ...ModelEntry[]]; isUnset: boolean; limits: ModelLimits };

/**
 * Parses `MODEL` (one or more entries, comma-separated) and the variables of the providers it names. Without `MODEL`,
 * the first provider that is set up gives the default, and `demo` is the last. Pure.
 */
export function parseModelSettings(variables: Variables): { settings: ModelSettings } | Problem {
  const written = (variables["MODEL"] ?? "").split(",").flatMap((text) => text.trim() || []);
  const keys = written.length > 0 ? [...new Set(written)] : defaultKeys(variables);
  if (!Array.isArray(keys)) return keys;
  const limits = modelLimitsIn(variables);
  if ("problem" in limits) return limits;
  const entries: ModelEntry[] = [];
  for (const key of keys) {
    const entry = parseEntry(key, { variables, limits });
    if ("problem" in entry) return entry;
    entries.push(entry);
  }
  const [first, ...others] = entries;
  if (!first) throw new Error("No provider offers a default model.");
  const isUnset = written.length === 0 && providers[first.provider].demo;
  return { settings: { entries: [first, ...others], isUnset, limits } };
}

function defaultKeys(variables: Variables): string[] | Problem {
  for (const [name, provider] of Object.entries(providers)) {
    const entry = provider.defaultEntry(variables);
    if (entry === null) continue;
    if ("problem" in entry) return entry;
    return [entry.modelId === "" ? name : `${name}:${entry.modelId}`];
  }
  return [];
}

/** Model ids may contain colons themselves (`openai:llama3.2:3b`). */
function parseEntry(key: string, given: Given): ModelEntry | Problem {
  const colon = key.indexOf(":");
  const name = colon < 0 ? key : key.slice(0, colon).trim();
  const modelId = colon < 0 ? "" : key.slice(colon + 1).trim();
  if (!isProviderName(name)) {
    const known = Object.keys(providers).join(", ");
    return colon < 0
      ? {
          problem: `MODEL: "${key}" names no provider. Write it as provider:model, for example openai:${key}, or demo.`,
        }
      : { problem: `MODEL: "${key}" names the provider "${name}", which is unknown. Known are: ${known}.` };
  }
  return entryOf(name, modelId, { ...given, written: key });
}

type Given = { variables: Variables; limits: ModelLimits };

function entryOf<Name extends ProviderName>(
  name: Name,
  modelId: string,
  { variables, limits, written }: Given & { written: string },
): ModelEntry | Problem {
  const provider = providers[name];
  const wrong = provider.checkModelId(modelId);
  if (wrong) return { problem: `MODEL: "${written}" ${wrong.problem}` };
  const read = provider.readSettings(variables);
  if ("problem" in read) return { problem: `MODEL asks for "${written}", but ${read.problem}` };
  const { settings } = read;
  const key = modelId === "" ? name : `${name}:${modelId}`;
  const limited = { key, provider: name };
  const [mostTools, contextTokens] = [limits.mostTools(limited), limits.contextTokens(limited)];
  const entry = { ...limited, modelId, settings, mostTools, contextTokens };
  // TypeScript cannot see that a name and its own settings form a member of the union.
  return entry as ModelEntry;
}
