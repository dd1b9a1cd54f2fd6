/** Where an element is: on the screen, and inside the content that scrolls. CSS pixels. */
export type ElementPosition = { viewX: number; viewY: number; contentX: number; contentY: number };

/** How long a card must have stood still before a press on it counts (THREATS B14). */
export const stillForMs = 500;
/** Movements up to this size cannot put another button under a pointer. CSS pixels. */
const tolerated = 8;

/**
 * Remembers when a card last moved, and says whether a press can have been meant for it.
 *
 *   appeared, layout shift, window came to the front → nothing counts for 500 ms
 *   scrolled by itself, under a hand that moves      → the same
 *   scrolled                                         → a pointer counts once it moved since, or after 500 ms
 *
 * Scrolling brings a card under a pointer that rests, which is as dangerous as a shift; but a person who scrolls to a
 * button and moves on to it means it. Buttons that stay at the end of the screen move less than what scrolls, or not at
 * all. Times are milliseconds of a monotonic clock.
 */
export class Stillness {
  #place: ElementPosition;
  #disturbedAt: number;
  #scrolledAt = Number.NEGATIVE_INFINITY;
  #arrivedSinceScroll = true;

  constructor(place: ElementPosition, now: number) {
    this.#place = place;
    this.#disturbedAt = now;
  }

  /** Takes note of where the card is now. Returns whether presses stop counting because of it. */
  see(place: ElementPosition, now: number, { byItself = false } = {}): boolean {
    const before = this.#place;
    if (isNear(before.viewX, place.viewX) && isNear(before.viewY, place.viewY)) {
      // Content above that grows while the view keeps up moves nothing that a person could hit.
      const [scrollX, scrollY] = [place.contentX - place.viewX, place.contentY - place.viewY];
      this.#place = { ...before, contentX: before.viewX + scrollX, contentY: before.viewY + scrollY };
      return false;
    }
    this.#place = place;
    if (!byItself && isByScrolling("X", before, place) && isByScrolling("Y", before, place)) {
      this.#scrolledAt = now;
      this.#arrivedSinceScroll = false;
      return false;
    }
    this.#disturbedAt = now;
    return true;
  }

  disturb(now: number): void {
    this.#disturbedAt = now;
  }

  /** The pointer itself moved on to the card, as opposed to the card moving under it. */
  arrive(): void {
    this.#arrivedSinceScroll = true;
  }

  get readyAt(): number {
    return this.#disturbedAt + stillForMs;
  }

  admitsKey(now: number): boolean {
    return now >= this.readyAt;
  }

  admitsPointer(now: number): boolean {
    return this.admitsKey(now) && (this.#arrivedSinceScroll || now >= this.#scrolledAt + stillForMs);
  }
}

/** Whether the element moved with what scrolled, and no further than that. */
function isByScrolling(axis: "X" | "Y", before: ElementPosition, place: ElementPosition): boolean {
  const moved = place[`view${axis}`] - before[`view${axis}`];
  const scrolled = place[`content${axis}`] - before[`content${axis}`] - moved;
  return moved >= Math.min(0, -scrolled) - tolerated && moved <= Math.max(0, -scrolled) + tolerated;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= tolerated;
}
