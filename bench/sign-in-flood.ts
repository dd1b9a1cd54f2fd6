import { setTimeout as delay } from "node:timers/promises";
import { type App, startApp } from "#e2e/support/app.ts";
import { type ApprovalFlow, ourFlow, type ParkedTurn } from "./approval-flow.ts";
import { decideAll } from "./decide-all.ts";
import { clockedServers, clockedTool } from "./clocked-tool.ts";
import type { Figure } from "./figure.ts";
import { httpClient, type HttpClient } from "./http-client.ts";
import { median, percentile } from "./percentile.ts";
import { callingOnce, scriptedModel } from "./scripted-model.ts";
import { withOpened } from "./with-opened.ts";

const decisions = 100;
const perSecond = 10;
const attackers = 200;

/** How long decisions take while 200 clients try passwords as fast as they are answered, beside a quiet app. */
export function signInFlood(): Promise<Figure[]> {
  return withOpened(async (open) => {
    const model = await open(scriptedModel(callingOnce(clockedTool)));
    const env = { ...model.env, AUTH: "team", COLD_AFTER_SECONDS: "never" };
    const app = await open(startApp({ mcp: clockedServers, env }));
    const owner = await ownerOf(app);
    const flow = ourFlow(owner);
    const quiet = await decided(flow);
    const flood = attack(app);
    // Until the first of them are being hashed.
    while (flood.answers() === 0) await delay(10);
    const flooded = await decided(flow);
    const { tries, hashed } = await flood.end();
    owner.close();
    const [quietP99, floodedP99] = [percentile(quiet, 0.99), percentile(flooded, 0.99)];
    return [
      {
        name: "Decision while nobody signs in, p99",
        value: quietP99,
        unit: "ms",
        note: `p50 ${median(quiet).toFixed(1)} ms`,
      },
      {
        name: `… while ${attackers} clients try passwords, p99`,
        value: floodedP99,
        unit: "ms",
        target: { atMost: 1_000 },
        note: `p50 ${median(flooded).toFixed(1)} ms; ${tries} tries, ${hashed} of them looked at`,
      },
      { name: "… beside the quiet app", value: floodedP99 / quietP99, unit: "×" },
    ];
  });
}

async function ownerOf({ url, output }: App): Promise<HttpClient> {
  const key = /#key=([\w-]+)/.exec(output())?.[1];
  if (key === undefined) throw new Error(`The app printed no link: ${output()}`);
  const visitor = httpClient(url);
  const given = { key, name: "Olga", email: "olga@example.com", password: "correct horse battery" };
  const { response } = await visitor.post("/api/session/set-up", given);
  visitor.close();
  const cookie = response.headers["set-cookie"]?.[0]?.split(";", 1)[0];
  if (cookie === undefined) throw new Error("The app gave no session.");
  return httpClient(url, cookie);
}

async function decided(flow: ApprovalFlow): Promise<number[]> {
  const parked: ParkedTurn[] = [];
  while (parked.length < decisions) {
    const turn = await flow();
    turn.leave();
    parked.push(turn);
  }
  return (await decideAll(parked, perSecond)).map(({ repliedAfterMs }) => repliedAfterMs);
}

/** Each client tries another address as soon as it is answered. */
function attack({ url }: App) {
  let [isOn, tries, hashed] = [true, 0, 0];
  const one = async (number: number) => {
    for (let turn = 0; isOn; turn += 1) {
      const body = JSON.stringify({ email: `nobody-${number}-${turn}@example.com`, password: "a guess at it" });
      const headers = { origin: url, "content-type": "application/json" };
      const response = await fetch(`${url}/api/session/password`, { method: "POST", headers, body });
      await response.arrayBuffer();
      tries += 1;
      if (response.status === 401) hashed += 1;
    }
  };
  const all = Promise.all(Array.from({ length: attackers }, (_, number) => one(number)));
  return {
    answers: () => tries,
    end: async () => {
      isOn = false;
      await all;
      return { tries, hashed };
    },
  };
}
