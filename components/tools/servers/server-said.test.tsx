import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ServerSaid } from "./server-said.tsx";

test("M66, E5: hidden characters in what a server logs, and what its program wrote, are marked on the page", () => {
  const hidden = "a\u202eb\u001b[8m\u{e0041}";
  const drawn = renderToStaticMarkup(<ServerSaid said={{ now: [hidden], before: [hidden], logged: [hidden] }} />);
  for (const character of ["\u202e", "\u001b", "\u{e0041}"]) expect(drawn).not.toContain(character);
  expect(drawn.match(/⟨U\+202E⟩/g)).toHaveLength(3);
});
