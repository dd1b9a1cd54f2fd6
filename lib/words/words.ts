import type { GetICUArgs } from "@schummar/icu-type-parser";

/** Sentences in ICU message format, by their keys. */
export type Texts = Readonly<Record<string, string>>;

/**
 * The catalogue of a page or a feature: every sentence that it shows, in English. `name` finds the same sentences in
 * another language.
 */
export type Words<English extends Texts = Texts> = { name: string; english: English };

/** The keys of sentences into which nothing is put, and in which nothing is marked. */
export type KeysOfWholeTexts<English extends Texts> = {
  [Key in keyof English & string]: English[Key] extends `${string}{${string}` | `${string}</${string}` ? never : Key;
}[keyof English & string];

/** The sentences of a catalogue in another language: one for each key, and none besides. */
export type TextsOf<Of extends Words> = { [Key in keyof Of["english"]]: string };

export function words<const English extends Texts>(name: string, english: English): Words<English> {
  return { name, english };
}

/** Names of `<b>…</b>` in a message. */
type TagsIn<Message extends string> = Message extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagsIn<Rest>
  : never;

type Variables<Message extends string, Value> = GetICUArgs<
  Message,
  { ICUArgument: Value; ICUNumberArgument: number; ICUDateArgument: number }
>;

type Given<Args> = keyof Args extends never ? [] : [args: Args];

/** What a message needs to become a text. One with tags becomes none. */
export type TextArgs<Message extends string> = [TagsIn<Message>] extends [never]
  ? Given<Variables<Message, string | number>>
  : [args: never];

/** What a message needs to become a list of parts: each tag is a function of what it holds. */
export type PartArgs<Message extends string, Part> = Given<
  Variables<Message, string | number | Part> & { [Tag in TagsIn<Message>]: (held: (string | Part)[]) => Part }
>;
