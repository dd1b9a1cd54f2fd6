import { describe, expect, test } from "vitest";
import { type ElementPosition, Stillness, stillForMs } from "./stillness.ts";

const start: ElementPosition = { viewX: 10, viewY: 300, contentX: 10, contentY: 1300 };
const shifted = (by: number): ElementPosition => ({ ...start, viewY: start.viewY + by, contentY: start.contentY + by });
const scrolled = (by: number): ElementPosition => ({ ...start, viewY: start.viewY + by });

describe("B14: a press counts only on a card that stands still", () => {
  test("B14: nothing counts for the first 500 ms after the card appeared", () => {
    const card = new Stillness(start, 1000);
    expect(card.admitsPointer(1000)).toBe(false);
    expect(card.admitsPointer(1000 + stillForMs - 1)).toBe(false);
    expect(card.admitsKey(1000 + stillForMs - 1)).toBe(false);
    expect(card.admitsPointer(1000 + stillForMs)).toBe(true);
    expect(card.admitsKey(1000 + stillForMs)).toBe(true);
  });

  test("B14: a layout shift arms it again, for pointer and keys", () => {
    const card = new Stillness(start, 0);
    expect(card.see(shifted(40), 2000)).toBe(true);
    card.arrive();
    expect(card.admitsPointer(2300)).toBe(false);
    expect(card.admitsKey(2300)).toBe(false);
    expect(card.admitsPointer(2500)).toBe(true);
  });

  test("B14: a slow drift adds up to a shift", () => {
    const card = new Stillness(start, 0);
    const moved = [3, 6, 9].map((by, step) => card.see(shifted(by), 2000 + step));
    expect(moved).toEqual([false, false, true]);
    expect(card.admitsPointer(2100)).toBe(false);
  });

  test("B14: scrolling under a resting pointer makes pointer presses wait, and leaves keys alone", () => {
    const card = new Stillness(start, 0);
    card.see(scrolled(-200), 2000);
    expect(card.admitsPointer(2499)).toBe(false);
    expect(card.admitsKey(2001)).toBe(true);
    expect(card.admitsPointer(2500)).toBe(true);
  });

  test("B14: a press counts when the pointer moved to the button after scrolling", () => {
    const card = new Stillness(start, 0);
    card.see(scrolled(-200), 2000);
    card.arrive();
    expect(card.admitsPointer(2001)).toBe(true);
    card.see(scrolled(-400), 2002);
    expect(card.admitsPointer(2003)).toBe(false);
  });

  test("B14: what scrolls by itself under a hand that moves is a shift: no movement of the pointer makes a press count, only time does", () => {
    const card = new Stillness(start, 0);
    expect(card.see(scrolled(-200), 2000, { byItself: true })).toBe(true);
    card.arrive();
    expect(card.admitsPointer(2499)).toBe(false);
    expect(card.admitsPointer(2500)).toBe(true);
  });

  test("B14: buttons that stay at the end of the screen move with what scrolls, or less, and no other way", () => {
    /** Where they are after 200 pixels were scrolled, if they moved so far on the screen. */
    const stayed = (by: number): ElementPosition => ({
      ...start,
      viewY: start.viewY + by,
      contentY: start.contentY + by + 200,
    });
    for (const by of [-40, -120, -200]) {
      const card = new Stillness(start, 0);
      expect(card.see(stayed(by), 2000)).toBe(false);
      expect(card.admitsPointer(2001)).toBe(false);
      card.arrive();
      expect(card.admitsPointer(2002)).toBe(true);
    }
    for (const by of [40, -240]) expect(new Stillness(start, 0).see(stayed(by), 2000)).toBe(true);
  });

  test("B14: content that grows above while the view keeps up disturbs nothing", () => {
    const card = new Stillness(start, 0);
    expect(card.see({ ...start, contentY: 1800 }, 2000)).toBe(false);
    expect(card.admitsPointer(2000)).toBe(true);
    expect(card.see({ ...start, viewY: 200, contentY: 1800 }, 2001)).toBe(false);
    expect(card.admitsKey(2002)).toBe(true);
  });

  test("B14: a window that comes to the front arms it again", () => {
    const card = new Stillness(start, 0);
    card.disturb(5000);
    expect(card.admitsKey(5499)).toBe(false);
    expect(card.admitsKey(5500)).toBe(true);
  });
});
