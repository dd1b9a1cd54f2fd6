import { z } from "zod";
import type { Tool } from "#lib/gate/contract/tool.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { deleteNote, insertNote, notesOf } from "#lib/store/chats/notes.ts";
import { authoredTool } from "./authored-tool.ts";

// oxlint-disable-next-line no-control-regex -- the one character that PostgreSQL cannot hold
const storable = z.string().regex(/^[^\u0000]*$/, "must not contain the character U+0000");

/** Notes that the agent keeps for a person, in our own store. */
export function notesTools(database: Database, newId: () => string): Tool[] {
  return [
    authoredTool({
      name: "add_note",
      title: "Add a note",
      description: "Remembers a short text for the user across chats.",
      arguments: z.strictObject({ text: storable.trim().min(1).max(2_000).describe("What to remember") }),
      approval: "inherit",
      prompt: "Remember this note?",
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
      run: async ({ text }, { personId }) => {
        const id = newId().slice(0, 8);
        await insertNote(database, personId, { id, text });
        return `Noted under ${id}.`;
      },
    }),
    authoredTool({
      name: "list_notes",
      title: "List notes",
      description: "Lists what the user asked to remember, oldest first, with the id of each note.",
      arguments: z.strictObject({}),
      approval: "inherit",
      annotations: { readOnlyHint: true, openWorldHint: false },
      run: async (_, { personId }) => {
        const notes = await notesOf(database, personId);
        return notes.length === 0 ? "There are no notes." : notes.map(({ id, text }) => `${id}: ${text}`).join("\n");
      },
    }),
    authoredTool({
      name: "delete_note",
      title: "Delete a note",
      description: "Deletes one note by its id. It cannot be brought back.",
      arguments: z.strictObject({ id: storable.min(1).max(40).describe("Id of the note, from list_notes") }),
      approval: "always",
      prompt: "Delete note {id} for good?",
      confirmBy: "id",
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      run: async ({ id }, { personId }) => {
        const text = await deleteNote(database, personId, id);
        return text === null ? { error: `There is no note ${id}.` } : `Deleted note ${id}: ${text}`;
      },
    }),
  ];
}
