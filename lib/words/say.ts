import { IntlMessageFormat } from "intl-messageformat";
import { isWhole, localeOf, type Messages, type Speech } from "./speech.ts";
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
    if (typeof message === "string" && isWhole(message)) return message;
    return String(formatOf(speech, message).format(args));
  };
}

export function sayPartsIn<English extends Texts>(speech: Speech, words: Words<English>): SayParts<English> {
  return <Part>(key: keyof English & string, ...[args]: [args?: Record<string, unknown>]) => {
    const message = messageOf(speech, words, key);
    if (typeof message === "string" && isWhole(message)) return [message];
    const said = formatOf(speech, message).format<Part>(args as never);
    return Array.isArray(said) ? said : [said];
  };
}

/** The build leaves messages of `english` read, whatever their type says. */
function messageOf({ texts }: Speech, { name, english }: { name: string; english: Messages }, key: string) {
  return texts[name]?.[key] ?? english[key] ?? "";
}

/** What is known of each message goes with the language it is said in. */
const known = new WeakMap<Speech, Map<Messages[string], IntlMessageFormat>>();

function formatOf(speech: Speech, message: Messages[string]): IntlMessageFormat {
  const formats = known.get(speech) ?? new Map<Messages[string], IntlMessageFormat>();
  known.set(speech, formats);
  const format = formats.get(message) ?? new IntlMessageFormat(message, localeOf[speech.language]);
  formats.set(message, format);
  return format;
}
