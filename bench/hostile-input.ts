import { z } from "zod";
import { setImmediate as nextTurn } from "node:timers/promises";
import { hostileForms, hostileJson, hostileLabels, hostileTexts, manyKeys } from "#e2e/support/hostile-input.ts";
import { maskOf } from "#lib/audit/mask.ts";
import { parseStrictJson } from "#lib/untrusted/strict-json.ts";
import { visibleSegments } from "#lib/untrusted/visible-text.ts";
import { normaliseForm } from "#lib/elicitation/normalise-form.ts";
import { secretAskedFor } from "#lib/elicitation/secret-asked-for.ts";
import { maxBodyBytes, maxOpenBodyBytes, readBody } from "#lib/server/http/read-body.ts";
import type { Figure } from "./figure.ts";
import { longestTurn } from "./longest-turn.ts";
import { median } from "./percentile.ts";
import { serverFloods } from "./server-floods.ts";

const size = 64 * 1024 - 4;
const rounds = 20;
/** As long as a message may be. */
const longMessage = "enter not your ".repeat(1_100).slice(0, 16_000);

/** How long the worst that somebody may send keeps the process from everything else. */
export async function hostileInput(): Promise<Figure[]> {
  return [
    slowest("Arguments of 64 KB, read strictly", hostileJson(size), parseStrictJson),
    slowest("Text of 64 KB, made visible", hostileTexts(size), visibleSegments),
    slowest("A server's form at its limits", hostileForms(), (form) => normaliseForm(form, longMessage)),
    await openBody(),
    slowest("A label that may ask for a secret", hostileLabels, secretAskedFor),
    await maskedAnswers(),
    ...(await serverFloods()),
  ];
}

/** What anybody may send, without a session, to a route by which people come in. */
async function openBody(): Promise<Figure> {
  const bodies = [maxOpenBodyBytes, maxBodyBytes].map((bytes) => manyKeys(bytes));
  const medians: number[] = [];
  for (const body of bodies) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const headers = { "content-type": "application/json" };
      const request = new Request("http://127.0.0.1/", { method: "POST", headers, body });
      const before = performance.now();
      await readBody(request, z.strictObject({ key: z.string() }), maxOpenBodyBytes);
      took.push(performance.now() - before);
    }
    medians.push(median(took));
  }
  const note = "the slower of 16 KB and 1 MB of many keys";
  return { name: "A body to an open route", value: Math.max(...medians), unit: "ms", target: { atMost: 20 }, note };
}

/** Answers of a server that chose its own tokens, and repeats them, or what they begin with. */
async function maskedAnswers(): Promise<Figure> {
  const tokens = ["b", "c", "d", "e"].map((one) => `${one}x"%<>{}|^${"a".repeat(15_000)}`);
  const short = "t0ken-of-the-server";
  const begins = tokens.flatMap((token) =>
    [token, encodeURIComponent(token), btoa(token)].map((one) => one.slice(0, 24)),
  );
  const mask = maskOf([...tokens, short]);
  const words = `${begins.join(" ")} ${short} `;
  const answers = [words.repeat(Math.floor(13_500_000 / words.length)), Array.from({ length: 25_000 }, () => words)];
  const turn = longestTurn();
  for (const answer of answers) await mask.inTurns(answer, nextTurn);
  const note = "its longest turn, in processor time; the slower of one text of 13 MB and many short ones";
  return { name: "An answer full of secrets, masked", value: turn.end(), unit: "ms", target: { atMost: 50 }, note };
}

/** The slowest input, by the median of its rounds. */
function slowest<Input>(name: string, inputs: Input[], read: (input: Input) => unknown): Figure {
  const medians = inputs.map((input) => {
    const took = Array.from({ length: rounds }, () => {
      const before = performance.now();
      read(input);
      return performance.now() - before;
    });
    return median(took);
  });
  const note = `the slowest of ${inputs.length} hostile inputs`;
  return { name, value: Math.max(...medians), unit: "ms", target: { atMost: 50 }, note };
}
