import { afterEach, expect, test } from "vitest";
import type { AppEvent } from "#lib/chat/chat-summary.ts";
import { AppEvents, type AppSignal } from "./app-events.ts";

type Tab = {
  events: AppEvents;
  heard: AppSignal[];
  emit: (event: AppEvent) => void;
  lose: () => void;
  open: boolean;
};

const tabs: Tab[] = [];
const channels: BroadcastChannel[] = [];

afterEach(() => {
  for (const { events } of tabs.splice(0)) events.close();
  for (const channel of channels.splice(0)) channel.close();
});

test("eight tabs hold one connection, and all of them hear every event", async () => {
  const all = Array.from({ length: 8 }, () => tab());
  await expect.poll(() => leaders()).toHaveLength(1);
  leaders()[0]?.emit({ type: "chats" });
  await expect.poll(() => all.every(({ heard }) => heard.some((signal) => signal.type === "chats"))).toBe(true);
  expect(connections()).toBe(1);
});

test("every tab hears that the one connection was lost", async () => {
  const all = Array.from({ length: 3 }, () => tab());
  await expect.poll(() => leaders()).toHaveLength(1);
  leaders()[0]?.lose();
  for (const { heard } of all) await expect.poll(() => heard).toContainEqual({ type: "unreachable" });
});

test("a tab that joins is told to read anew, hidden or not, because it may show a state older than the connection", async () => {
  const first = tab();
  await expect.poll(() => first.events.leads).toBe(true);
  const before = first.heard.length;
  for (const late of [tab(true), tab(false)]) {
    await expect.poll(() => late.heard).toEqual([{ type: "resync" }]);
    expect(late.events.leads).toBe(false);
  }
  expect(first.heard).toHaveLength(before);
});

test("a part of the page that listens soon after a signal reads anew, because it may be older than the signal", async () => {
  const only = tab();
  await expect.poll(() => only.heard).toEqual([{ type: "resync" }]);
  only.emit({ type: "chats" });
  const late: AppSignal[] = [];
  only.events.subscribe((signal) => late.push(signal));
  await expect.poll(() => late).toEqual([{ type: "resync" }]);
});

test("a visible tab takes over from a hidden leader, and every tab is told to read anew", async () => {
  const first = tab();
  await expect.poll(() => first.events.leads).toBe(true);
  const second = tab();
  first.events.setVisible(false);
  await expect.poll(() => second.events.leads).toBe(true);
  await expect.poll(() => first.heard).toContainEqual({ type: "resync" });
  expect(connections()).toBe(1);
});

test("a hidden tab leads while no tab is visible, so that its title still shows a card", async () => {
  const only = tab(false);
  await expect.poll(() => only.events.leads).toBe(true);
});

test("a tab that becomes visible does not disturb a visible leader", async () => {
  const first = tab();
  await expect.poll(() => first.events.leads).toBe(true);
  const second = tab(false);
  second.events.setVisible(true);
  const asked = new Promise((resolve) => channel().addEventListener("message", resolve, { once: true }));
  second.events.setVisible(true);
  await asked;
  expect(first.events.leads).toBe(true);
  expect(second.events.leads).toBe(false);
});

test("a visible tab takes over from a leader that does not answer", async () => {
  let freed: () => void = () => undefined;
  const frozen = navigator.locks
    .request("countersign-events", () => new Promise<void>((resolve) => (freed = resolve)))
    .catch((error: Error) => error.name);
  const awake = tab(true, 20);
  await expect.poll(() => awake.events.leads).toBe(true);
  freed();
  expect(await frozen).toBe("AbortError");
});

test("when the leader closes, another takes over", async () => {
  const first = tab();
  await expect.poll(() => first.events.leads).toBe(true);
  const second = tab();
  first.events.close();
  await expect.poll(() => second.events.leads).toBe(true);
  expect(connections()).toBe(1);
});

function tab(visible = true, patience = 5_000): Tab {
  const idle = { emit: () => undefined, lose: () => undefined, events: undefined as unknown as AppEvents };
  const made: Tab = { ...idle, heard: [], open: false };
  made.events = new AppEvents(
    {
      locks: navigator.locks,
      channel: channel(),
      patience,
      open: (onEvent, onOpen, onLost) => {
        made.open = true;
        made.emit = onEvent;
        made.lose = onLost;
        queueMicrotask(onOpen);
        return { close: () => (made.open = false) };
      },
    },
    visible,
  );
  made.events.subscribe((signal) => made.heard.push(signal));
  tabs.push(made);
  return made;
}

function channel(): BroadcastChannel {
  const made = new BroadcastChannel("app-events-test");
  channels.push(made);
  return made;
}

const leaders = () => tabs.filter(({ events }) => events.leads);
const connections = () => tabs.filter(({ open }) => open).length;
