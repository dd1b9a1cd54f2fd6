import { whySame, type Hand } from "./hand.ts";
import { handsAmong, isAsked, isNamed, mayAnswer, whyNeverApproved, type Answerer } from "./may-answer.ts";
import type { Role } from "./role.ts";
import { signersOf, type Who } from "./who.ts";

/** Who may answer, where not only the chat's own person may; as one person sees it. */
export type Audience = {
  kind: "other" | "quorum";
  /** Who has yet to answer, in a sentence or two. */
  words: string;
  /** Whether the viewer may answer. Somebody who has signed may still decline. */
  mayAnswer: boolean;
  /** Address and name of the person whose chat it is; null when that is the viewer. */
  askedBy: string | null;
  /** How many must sign. */
  needed: number;
  /** Who has signed, by address and name, oldest first. */
  signatures: { by: string; at: number; mine: boolean }[];
};

type Named = Answerer & { name: string; email: string | null };
type Given = {
  who: Who;
  askerId: string;
  viewerId: string;
  /** Everybody who may sign in. */
  people: readonly Named[];
  hands: readonly Hand[];
  signatures: readonly { personId: string; name: string; email: string | null; role: Role; at: number }[];
};

export function audienceOf({ who, askerId, viewerId, people, hands, signatures }: Given): Audience {
  const may = people.filter((person) => mayAnswer(who, askerId, person, hands));
  const open = may.filter(({ id }) => !signatures.some(({ personId }) => personId === id));
  const never = whyNeverApproved(who, askerId, people, hands);
  const waits = never === null ? wordsOf(who, open, signatures) : `${never} It will expire without running.`;
  const asker = people.find(({ id }) => id === askerId);
  return {
    kind: who.kind === "quorum" ? "quorum" : "other",
    words: [waits, ...countedAsOne(who, may, hands), ...notCounted({ who, askerId, viewerId, people, hands })].join(
      " ",
    ),
    mayAnswer: may.some(({ id }) => id === viewerId),
    askedBy: viewerId === askerId ? null : asker === undefined ? "Somebody who is here no more" : withAddress(asker),
    needed: neededOf(who),
    signatures: signatures.map((given) => ({
      by: withAddress(given),
      at: given.at,
      mine: given.personId === viewerId,
    })),
  };
}

/** The address is what was invited. A name is chosen by its person, and may be that of somebody else, with an address in it. */
export function withAddress({ name, email }: { name: string; email: string | null }): string {
  return email === null ? name : `${email} (${name})`;
}

/** The least number of different people. */
export function neededOf(who: Who): number {
  return Math.max(1, ...signersOf(who).map(({ needed }) => needed));
}

/** Sentences that pages say in their reader's language: each begins with words of its own, and names stand at its end. */
function wordsOf(who: Who, open: readonly Named[], signatures: Given["signatures"]): string {
  if (who.kind !== "quorum") return `Waits for a reviewer: ${namesOf(open)}.`;
  const each = signersOf(who).map((signers) => ({
    needed: signers.needed,
    signed: signatures.filter(({ personId: id, role }) => isNamed(signers, { id, role })),
    waited: open.filter((person) => isNamed(signers, person)),
  }));
  const lacking = each.filter(({ needed, signed }) => signed.length < needed);
  return (lacking.length === 0 ? each : lacking)
    .map(({ needed, signed, waited }) => {
      const count = signed.length;
      const more = Math.max(1, needed - count);
      // The signatures stand beside it; of several groups each says whose it counts.
      return [
        count === 0 || each.length === 1
          ? `${count} of ${needed} signed.`
          : `${count} of ${needed} signed: ${namesOf(signed)}.`,
        ...(waited.length > more ? [`Waits for ${more} of these: ${namesOf(waited)}.`] : []),
        ...(waited.length > 0 && waited.length <= more ? [`Waits for ${namesOf(waited)}.`] : []),
      ].join(" ");
    })
    .join(" ");
}

function namesOf(people: readonly { name: string }[]): string {
  return listed(people.map(({ name }) => name));
}

/** Why an account does not count as a second person, after its name. */
const because = {
  asker: "Whoever asks made that account, gave it its role, reset it or let it back in, less than 30 days ago.",
  manager: "Somebody other than the owner made that account, reset it or let it back in, less than 30 days ago.",
  answerer: "Whoever has it made or reset the account that asks, less than 30 days ago.",
};
const youDoNot = "You do not count as a second person here.";

/** Who is asked but does not count as a second person, and why. */
function notCounted({ who, askerId, viewerId, people, hands }: Omit<Given, "signatures">): string[] {
  if (who.kind === "self") return [];
  const reasons = people
    .filter((person) => isAsked(who, askerId, person))
    .map((person) => ({ person, why: whySame(askerId, person, hands) }));
  return (["asker", "manager", "answerer"] as const).flatMap((why) => {
    const all = reasons.filter((each) => each.why === why).map(({ person }) => person);
    const others = all.filter(({ id }) => id !== viewerId);
    return [
      ...(others.length < all.length ? [`${youDoNot} ${because[why]}`] : []),
      ...(others.length > 0 ? [`Not counted as a second person here: ${namesOf(others)}. ${because[why]}`] : []),
    ];
  });
}

/** Whose signatures count as one person's. */
function countedAsOne(who: Who, may: readonly Named[], hands: readonly Hand[]): string[] {
  if (neededOf(who) < 2) return [];
  const among = handsAmong(may, hands);
  return may.flatMap(({ id, name }) => {
    const made = may.filter((each) => among.some(({ personId, byId }) => byId === id && personId === each.id));
    if (made.length === 0) return [];
    return [`Counted as one person here: ${namesOf([{ name }, ...made])}. ${madeTheOthers}`];
  });
}

const madeTheOthers =
  "The first of them made the others, gave them their roles, reset them or let them back in, less than 30 days ago.";

/** Why this person may not answer although the question is put to them; null when there is no such reason. */
export function whyNotCounted(askerId: string, person: Answerer, hands: readonly Hand[]): string | null {
  const why = whySame(askerId, person, hands);
  return why === null ? null : `${youDoNot} ${because[why]}`;
}

const mostNamed = 4;

/** "Ana, Ben, Cleo"; a long list names only the first. It reads the same in every language. */
export function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more > 1 ? `${names.slice(0, mostNamed).join(", ")} + ${more}` : names.join(", ");
}
