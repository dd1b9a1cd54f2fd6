import type { TextsOf } from "#lib/words/words.ts";
import type { grantWords } from "./words.en.ts";

/** The sentence of a grant, in German. */
export const grantWordsDe: TextsOf<typeof grantWords> = {
  callHere: "Erlaube {tool} auf {server} mit genau diesen Argumenten in diesem Chat",
  callThere: "Erlaube {tool} auf {server} mit genau denselben Argumenten im Chat „{chat}“",
  chatHere: "Erlaube {tool} auf {server} in diesem Chat",
  chatThere: "Erlaube {tool} auf {server} im Chat „{chat}“",
  everywhere: "Erlaube {tool} auf {server} in jedem Chat",
  upToCalls: "{calls, plural, one {für # Aufruf} other {bis zu # Aufrufe}}",
  upToTotal: "bis zu insgesamt {total} bei {argument}",
  onlyWhile: "solange gilt: {condition}",
  withoutAnEnd: "ohne Ende",
  startsWith: "{argument} beginnt mit {value} und enthält kein „..“",
  is: "{argument} ist {value}",
  contains: "{argument} enthält {value}",
  isAtMost: "{argument} ist höchstens {value}",
  holds: "`{condition}` ist wahr",
};
