type Tokens = { kind: "words"; words: string[] } | { kind: "unreadable"; reason: string };

/**
 * Splits a command line into words the way a POSIX shell would, for the part of its language that has no side effects:
 * words, single quotes and double quotes. Whatever else a shell gives a meaning to is reported as unreadable, so that
 * no two readers can understand one line differently.
 */
export function tokenize(command: string): Tokens {
  const hidden = command.match(hiddenCharacter)?.[0];
  if (hidden !== undefined) return unreadable(`it contains ${describeHidden(hidden)}`);

  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | null = null;
  for (const character of command) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (quote === '"' && activeInDoubleQuotes.has(character)) return shellSyntax(character);
      else word = (word ?? "") + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= "";
    } else if (character === " ") {
      if (word !== null) words.push(word);
      word = null;
    } else if (active.has(character)) {
      return shellSyntax(character);
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== null) return unreadable(`a quotation mark (${quote}) is not closed`);
  if (word !== null) words.push(word);
  return words.length === 0 ? unreadable("it is empty") : { kind: "words", words };
}

const active = new Set(";|&<>()$`\\*?[]{}~#");
const activeInDoubleQuotes = new Set("$`\\");

// Line breaks, tabs, direction overrides, zero-width characters, exotic spaces, lone surrogates: what a person who
// reads the question would not see.
const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]|(?! )\p{Zs}/u;

function describeHidden(character: string): string {
  if (character === "\n" || character === "\r") return "a line break";
  const code = character.codePointAt(0) ?? 0;
  return `an invisible character (U+${code.toString(16).toUpperCase().padStart(4, "0")})`;
}

function shellSyntax(character: string): Tokens {
  return unreadable(`it contains ${character}, which only a shell gives a meaning to`);
}

function unreadable(reason: string): Tokens {
  return { kind: "unreadable", reason };
}
