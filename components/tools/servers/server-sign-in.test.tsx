import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { ServerSignIn } from "./server-sign-in.tsx";

function drawn({ isSignedIn = false, manage = true, shown = true }) {
  // What else a server has does not count here.
  const server = { id: "far", title: "far", apps: { shown, reviewed: [] } } as unknown as ServerOnPage;
  const signIn = { serverId: "far", who: "person", isSignedIn, mayChange: true } as const;
  const rights = { manage, loosen: manage, programs: manage };
  return renderToStaticMarkup(<ServerSignIn server={server} signIn={signIn} rights={rights} onChanged={() => {}} />);
}

test("M170: who may review apps, and is not signed in to their server, is told that this comes first", () => {
  const words = "You can review its apps once you are signed in.";
  expect(drawn({})).toContain(words);
  for (const without of [{ isSignedIn: true }, { manage: false }, { shown: false }])
    expect(drawn(without)).not.toContain(words);
});
