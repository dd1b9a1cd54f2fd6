import { pathToFileURL } from "node:url";
import { readMessages } from "../../lib/words/read-messages.ts";

/**
 * Lets Turbopack load a catalogue (`words.en.ts`) with its messages read.
 *
 * @this {{ resourcePath: string }}
 */
export default async function readWords() {
  // With another address each time: while somebody works on a catalogue it is loaded again.
  const address = `${pathToFileURL(this.resourcePath).href}?${performance.now()}`;
  const exported = await import(address);
  return Object.entries(exported).map(writtenOut).join("\n");
}

/** @param {[string, { name: string, english: Record<string, string> }]} exported */
function writtenOut([as, { name, english }]) {
  return `export const ${as} = ${JSON.stringify({ name, english: readMessages(english) })};`;
}
