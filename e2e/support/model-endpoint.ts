import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { sendAnswer, sendFailure } from "./model-answer.ts";
import { readModelRequest } from "./model-request.ts";
import { answerOf, fits, type ModelRequest, type Step } from "./model-script.ts";
import { namedGates } from "./named-gates.ts";

export type ModelEndpoint = {
  /** For OPENAI_BASE_URL; ends in `/v1`. */
  url: string;
  /** Every request so far, oldest first. */
  requests: readonly ModelRequest[];
  /** Adds answers to the end of the script. */
  push: (...steps: Step[]) => void;
  /** Lets streams pass a gate, those that wait there and those still to come. */
  open: (gate: string) => void;
  /** Resolves when a stream waits at the gate or has passed it. */
  reached: (gate: string) => Promise<void>;
  /** Resolves with the request of this number, counted from 1, when it has come. */
  request: (number: number) => Promise<ModelRequest>;
  /** Throws if a request came that the script had no answer for, or if answers are left. */
  verify: () => void;
  /** Ends every stream and the server, then verifies. */
  close: (how?: { graceMs?: number }) => Promise<void>;
};

type Options = {
  script?: Step[];
  /** 0, the default, takes a free one. */
  port?: number;
  /** Uses an answer as often as it fits instead of once, for measurements; requests are then not recorded. */
  repeat?: boolean;
};

/**
 * A scripted model behind the OpenAI API on 127.0.0.1: `/v1/chat/completions` and `/v1/responses`, streaming
 * or not, and `/v1/models` with one model.
 * A request without an answer in the script gets a 400, which no client tries again, and `verify` throws.
 */
export async function modelEndpoint({ script = [], port = 0, repeat = false }: Options = {}): Promise<ModelEndpoint> {
  const steps = [...script];
  const requests: ModelRequest[] = [];
  const complaints: string[] = [];
  const gates = namedGates();
  const arrivals = namedGates();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET" && request.url === "/v1/models") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "scripted-model", object: "model" }] }));
      return;
    }
    const api = apis.get(`${request.method} ${request.url}`);
    if (api === undefined) {
      complaints.push(`${request.method} ${request.url} was asked for.`);
      return sendFailure(response, { status: 404, message: "No such route" });
    }
    const received = readModelRequest(api, request.headers.authorization ?? null, JSON.parse(await text(request)));
    const step = take(received);
    if (!repeat) arrivals.open(String(requests.push(received)));
    if (step === undefined) {
      const { after, user } = received;
      complaints.push(`A request after ${after} has no answer; the person had said: ${JSON.stringify(user)}.`);
      return sendFailure(response, { status: 400, message: "The script has no answer for this request." });
    }
    await sendAnswer({ response, gates }, received, answerOf(step));
  }

  function take(request: ModelRequest): Step | undefined {
    const index = steps.findIndex((step) => fits(step, request));
    return repeat || index < 0 ? steps[index] : steps.splice(index, 1)[0];
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      // Clients that go away are part of many scripts; anything else is a mistake in the script or here.
      if (!response.destroyed) complaints.push(String(error));
      response.destroy();
    });
  });

  const verify = () => {
    const left = repeat || steps.length === 0 ? [] : [`${steps.length} answers of the script were never asked for.`];
    const all = [...complaints, ...left];
    if (all.length > 0) throw new Error(`The scripted model: ${all.join(" ")}`);
  };

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The endpoint has no port.");

  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    push: (...more) => void steps.push(...more),
    open: gates.open,
    reached: gates.reached,
    verify,
    request: async (number) => {
      await arrivals.pass(String(number));
      const request = requests[number - 1];
      if (!request) throw new Error("A repeating script records no requests.");
      return request;
    },
    close: async ({ graceMs = 0 } = {}) => {
      for (const end = Date.now() + graceMs; !repeat && steps.length > 0 && Date.now() < end;) await sleep(50);
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      verify();
    },
  };
}

const apis = new Map<string, ModelRequest["api"]>([
  ["POST /v1/chat/completions", "chat"],
  ["POST /v1/responses", "responses"],
]);
