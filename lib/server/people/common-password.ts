import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Only the start of a long password is checked: the check is slow, and a good start is enough. */
const lookedAt = 32;
/** Out of four: an unthrottled attack finds a password with score 2 within hours. */
const leastScore = 3;

let loading: Promise<ZxcvbnFactory> | null = null;

/** Loaded when somebody first chooses a password: the list has about fifty thousand entries. */
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
 * Whether this is a common password, or little more than one, a row of keys, or what is known of its person: their name
 * and address, and the name of this app. Letters count as they are hashed, whatever their form.
 */
export async function isCommonPassword(password: string, about: readonly string[]): Promise<boolean> {
  loading ??= load();
  const known = about
    .map((text) => text.normalize("NFKC").toLowerCase())
    .flatMap((text) => [text, text.replaceAll(/\s/g, ""), ...text.split(/[@.\s]+/)])
    .filter((text) => text !== "");
  const { score } = (await loading).check(password.normalize("NFKC").slice(0, lookedAt), [...known, "countersign"]);
  return score < leastScore;
}
