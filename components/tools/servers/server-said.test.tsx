import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ServerSaid } from "./server-said.tsx";

test("M66, E5: hidden characters in what a server logs, and what its program wrote, are marked on the page", () => {
  const hidden = "a\u202eb\u001b[8m\u{e0041}";
  const lines = { first: [hidden], between: 3, last: [hidden] };
  const drawn = renderToStaticMarkup(<ServerSaid serverId="a" said={{ now: lines, before: lines, logged: lines }} />);
  for (const character of ["\u202e", "\u001b", "\u{e0041}"]) expect(drawn).not.toContain(character);
  expect(drawn.match(/⟨U\+202E⟩/g)).toHaveLength(6);
  expect(drawn.match(/3 more lines/g)).toHaveLength(3);
});
