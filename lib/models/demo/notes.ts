import type { Reader } from "./wish.ts";

const remember = /^(?:remember|note down|note|make a note)(?: that| to|:)? (?<text>[^]+)$/i;
const list =
  /^(?:(?:list|show|read)(?: me)?(?: all)?(?: of)?(?: my| the)? notes|my notes|what are my notes|what did i note)$/i;
const remove = /^(?:delete|remove|forget)(?: my| the)? note(?: number)? #?(?<id>[\w-]+)$/i;

/** The notes that the app keeps itself. */
export const noteRequests: Reader[] = [
  (text) =>
    list.test(text)
      ? {
          tool: "app__list_notes",
          input: {},
          intent: "list your notes",
          done: "These are your notes:",
          proof: null,
          shows: true,
        }
      : null,
  (text) => {
    const id = remove.exec(text)?.groups?.["id"];
    return id
      ? {
          tool: "app__delete_note",
          input: { id },
          intent: `delete note ${id}`,
          done: `Deleted note ${id}.`,
          proof: /^(?:Deleted|Removed)/i,
          shows: true,
        }
      : null;
  },
  (text) => {
    const note = remember.exec(text)?.groups?.["text"];
    return note
      ? {
          tool: "app__add_note",
          input: { text: note },
          intent: "note that down",
          done: "Noted.",
          proof: /^(?:Noted|Added|Saved|Stored)/i,
          shows: true,
        }
      : null;
  },
];
