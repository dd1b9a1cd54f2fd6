import { listModels } from "#lib/models/providers/list-models.ts";

/** A model server of this machine. `models`: how many it lists. */
export type NearbyServer = { name: string; address: string; models: number };

/** Where these programs listen unless told otherwise. */
const usual = [
  { name: "Ollama", address: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", address: "http://127.0.0.1:1234/v1" },
  { name: "vLLM", address: "http://127.0.0.1:8000/v1" },
  { name: "llama.cpp", address: "http://127.0.0.1:8080/v1" },
];

/** Far more than the models of one machine. */
const mostBytes = 256 * 1024;

type Places = { among: readonly Pick<NearbyServer, "name" | "address">[]; timeoutMs: number };

const usualPlaces: Places = { among: usual, timeoutMs: 700 };
const looking = new WeakMap<Places, Promise<NearbyServer[]>>();

/** Those that answer at once with a list of models. Whoever asks meanwhile gets the same answer. */
export function nearbyServers(places = usualPlaces): Promise<NearbyServer[]> {
  const found = looking.get(places) ?? look(places).finally(() => looking.delete(places));
  looking.set(places, found);
  return found;
}

async function look({ among, timeoutMs }: Places): Promise<NearbyServer[]> {
  const asked = among.map(async ({ name, address }) => {
    const settings = { apiKey: null, baseUrl: address, api: "chat", viaProxy: false } as const;
    const listed = await listModels("openai", settings, { timeoutMs, mostBytes });
    return "problem" in listed ? [] : [{ name, address, models: listed.models.length }];
  });
  return (await Promise.all(asked)).flat();
}
