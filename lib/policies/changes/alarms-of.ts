import { ordersIn } from "#lib/untrusted/orders-in.ts";
import { instructionsName } from "#lib/verdict/instructions-name.ts";

/** What a server says of a tool, or of all of them, that nobody has accepted. `isChanged`: something else was accepted. */
export type Unaccepted = { name: string; isChanged: boolean; text: string };

/** Why people should look at a server before anything else, a sentence each; none of what they name is used. */
export function alarmsOf({ hasOtherStart, waiting }: { hasOtherStart: boolean; waiting: Unaccepted[] }): string[] {
  const changed = waiting.filter(({ isChanged }) => isChanged).map(({ name }) => name);
  const ordering = waiting.flatMap(({ name, text }) => {
    const order = ordersIn(text);
    return order === null ? [] : [`${nameOf(name)} gives the model orders: “${order}”.`];
  });
  return [
    ...(hasOtherStart ? ["Its command or address is not the one that was confirmed. It does not start."] : []),
    ...(changed.length === 0
      ? []
      : [
          `${listed(changed.map(nameOf))} changed after somebody had accepted ${changed.length === 1 ? "it" : "them"}.`,
        ]),
    ...ordering,
  ];
}

const mostNamed = 4;

function nameOf(name: string): string {
  return name === instructionsName ? "What it tells models" : `“${name}”`;
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more > 0 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(", ");
}
