import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { mostConnections, OpenConnections, strangers } from "./open-connections.ts";

const socket = () => new Duplex({ read() {}, write() {} });

test("G7: of strangers' connections the oldest makes room, and whoever asks is no stranger any more", async () => {
  const open = new OpenConnections();
  const come = () => {
    const one = socket();
    open.came(one);
    return one;
  };
  const [person, first, second, gone] = [come(), come(), come(), come()];
  open.asks(person, "bob");
  gone.destroy();
  await new Promise((resolve) => gone.once("close", resolve));
  const more = Array.from({ length: mostConnections.ofStrangers - 2 }, come);
  open.asks(first, strangers);
  expect([person, first, second, ...more].some(({ destroyed }) => destroyed)).toBe(false);
  more.push(come());
  expect([person, first, second, ...more].map(({ destroyed }) => destroyed).indexOf(true)).toBe(2);
  more.push(come());
  expect([person, first, ...more].filter(({ destroyed }) => destroyed)).toEqual([more[0]]);
});

test("G7: what all sealed lines and strangers may have open is less than a process takes", () => {
  expect(32 * mostConnections.ofOne + mostConnections.ofStrangers).toBeLessThan(7_000);
});
