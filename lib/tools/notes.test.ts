import { expect, test } from "vitest";
import { gateWorld, GateWorld } from "#e2e/support/gate-world.ts";
import { deleteNote, notesOf } from "#lib/store/chats/notes.ts";
import { notesTools } from "./notes.ts";

/** A world whose only tools are the notes; their ids count up. */
async function worldOfNotes(): Promise<GateWorld> {
  const { store } = await gateWorld();
  let notes = 0;
  return new GateWorld(store, { tools: notesTools(store, () => `note-${(notes += 1)}`) });
}

test("S0.1, S1.4, S1.5: a tool of our own brings flag and prompt with its code, and the card shows the prompt", async () => {
  const world = await worldOfNotes();
  const chat = await world.begin({ calls: [{ name: "delete_note", args: { id: "note-1" } }] });
  const [approval] = await world.open(chat);
  const { server, subject } = JSON.parse(approval?.subject_json ?? "{}");
  expect(server).toMatchObject({ id: "app", title: "Countersign" });
  expect(subject).toMatchObject({ caption: "Delete note note-1 for good?", ruleId: "flag:always" });
});

test("notes are added and deleted after an accept, and listed without asking", async () => {
  const world = await worldOfNotes();
  const chat = await world.begin([
    { calls: [{ name: "add_note", args: { text: "milk" } }] },
    { calls: [{ name: "delete_note", args: { id: "note-1" } }] },
    { calls: [{ name: "delete_note", args: { id: "note-2" } }] },
    { calls: [{ name: "list_notes" }] },
  ]);
  await world.settle(chat, "accept");
  expect(world.lastPrompt()).toContain("Noted under note-1.");
  await world.settle(chat, "accept");
  expect(world.lastPrompt()).toContain("Deleted note note-1: milk");
  await world.settle(chat, "accept");
  expect(world.lastPrompt()).toContain("There is no note note-2.");
  expect(world.lastPrompt()).toContain("There are no notes.");
  expect(await world.open(chat)).toEqual([]);
});

test("B1: the notes of one person are nobody else's", async () => {
  const world = await worldOfNotes();
  const chat = await world.begin({ calls: [{ name: "add_note", args: { text: "milk" } }] });
  await world.settle(chat, "accept");
  const { person, stranger, store } = world;
  expect(await notesOf(store, stranger.id)).toEqual([]);
  expect(await deleteNote(store, stranger.id, "note-1")).toBeNull();
  expect(await notesOf(store, person.id)).toEqual([{ id: "note-1", text: "milk" }]);
});

test("G12: a note or an id that no store can hold is refused in words", async () => {
  const world = await worldOfNotes();
  const chat = await world.begin([
    { calls: [{ name: "add_note", args: { text: "mi\0lk" } }] },
    { calls: [{ name: "delete_note", args: { id: "note\0" } }] },
  ]);
  await world.settle(chat, "accept");
  expect(world.lastPrompt()).toContain("must not contain the character U+0000");
  await world.settle(chat, "accept");
  expect((await world.calls(chat)).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(await notesOf(world.store, world.person.id)).toEqual([]);
});
