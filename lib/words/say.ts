import { IntlMessageFormat } from "intl-messageformat";
import { localeOf, type Speech } from "./speech.ts";
import type { PartArgs, TextArgs, Texts, Words } from "./words.ts";

/** Says a sentence of a catalogue. What is put in is data: it is never read as a message. */
export type Say<English extends Texts> = <Key extends keyof English & string>(
  key: Key,
  ...args: TextArgs<English[Key]>
) => string;

/** The same with parts that are no text, as elements of a page are. */
export type SayParts<English extends Texts> = <Part, Key extends keyof English & string>(
  key: Key,
  ...args: PartArgs<English[Key], Part>
) => (string | Part)[];

/** Says the sentences of a catalogue in a language; what that lacks is said in English. */
export function sayIn<English extends Texts>(speech: Speech, words: Words<English>): Say<English> {
  return (key, ...[args]) => {
    const message = messageOf(speech, words, key);
    return args === undefined && isPlain(message) ? message : String(formatOf(speech, message).format(args));
  };
}

export function sayPartsIn<English extends Texts>(speech: Speech, words: Words<English>): SayParts<English> {
  return <Part>(key: keyof English & string, ...[args]: [args?: Record<string, unknown>]) => {
    const said = formatOf(speech, messageOf(speech, words, key)).format<Part>(args as never);
    return Array.isArray(said) ? said : [said];
  };
}

function messageOf({ texts }: Speech, { name, english }: Words, key: string): string {
  return texts[name]?.[key] ?? english[key] ?? "";
}

/** Nothing in it means anything to the format. */
function isPlain(message: string): boolean {
  return !/[{}<>']/.test(message);
}

/** Reading a message takes longer than saying it; there are as many as the catalogues hold. */
const read = new Map<string, IntlMessageFormat>();

function formatOf({ language }: Speech, message: string): IntlMessageFormat {
  const key = `${language} ${message}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  const format = new IntlMessageFormat(message, localeOf[language]);
  read.set(key, format);
  return format;
}
