import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Longer ones take long to look at, and what begins so well is good. */
const lookedAt = 32;
/** Of four: 2 is what would fall to guesses that nothing slows down, within hours. */
const leastScore = 3;

let loading: Promise<ZxcvbnFactory> | null = null;

/** Loaded when somebody first chooses a password: the list has some fifty thousand. */
async function load(): Promise<ZxcvbnFactory> {
  const [core, { dictionary, adjacencyGraphs }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
  });
}

/**
 * Whether many people use this password, or whether it is little more than one of those, a row of keys, or what is known
 * of its person: their name and address, and the name of this app.
 */
export async function isCommonPassword(password: string, about: readonly string[]): Promise<boolean> {
  loading ??= load();
  const known = about
    .map((text) => text.toLowerCase())
    .flatMap((text) => [text, text.replaceAll(/\s/g, ""), ...text.split(/[@.\s]+/)])
    .filter((text) => text !== "");
  const { score } = (await loading).check(password.slice(0, lookedAt), [...known, "countersign"]);
  return score < leastScore;
}
