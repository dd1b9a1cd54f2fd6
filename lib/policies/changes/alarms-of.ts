import { instructionsName } from "#lib/verdict/instructions-name.ts";

/**
 * What a server says of a tool, or of all of them, that nobody has accepted. `isChanged`: something else was accepted;
 * `order`: words that give the model orders, null where there are none.
 */
export type Unaccepted = { name: string; isChanged: boolean; order: string | null };

/** Why people should look at a server before anything else, a sentence each; none of what they name is used. */
export function alarmsOf({ hasOtherStart, waiting }: { hasOtherStart: boolean; waiting: Unaccepted[] }): string[] {
  const changed = waiting.filter(({ isChanged }) => isChanged).map(nameOf);
  const ordering = waiting.flatMap(({ name, order }) =>
    order === null ? [] : [`${nameOf({ name })} gives the model orders: ${quoted(order)}.`],
  );
  const more = ordering.length - mostNamed;
  return [
    ...(hasOtherStart ? ["Its command or address is not the one that was confirmed. It does not start."] : []),
    ...(changed.length === 1 ? [`${listed(changed)} changed after somebody had accepted it.`] : []),
    ...(changed.length > 1 ? [`${listed(changed)} changed after somebody had accepted them.`] : []),
    ...ordering.slice(0, mostNamed),
    ...(more === 1 ? ["1 more gives the model orders."] : []),
    ...(more > 1 ? [`${more} more give the model orders.`] : []),
  ];
}

const mostNamed = 4;

function nameOf({ name }: Pick<Unaccepted, "name">): string {
  return name === instructionsName ? "What it tells models" : quoted(name);
}

/** Words of a server, which cannot end their quotation. */
function quoted(words: string): string {
  return `“${words.replaceAll(/[“”]/g, '"')}”`;
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return more > 0 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(", ");
}
