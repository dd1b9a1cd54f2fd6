import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PoliciesScreen } from "./policies-screen.tsx";

const overview = {
  broken: null,
  notFollowed: null,
  shadow: false,
  otherwise: "annotated",
  rules: [],
  toolLists: null,
  file: null,
  waiting: null,
} as const;

/** The page of an admin. */
function drawn(notFollowed: string | null): string {
  const nowhere = () => {};
  const prefetch = { prefetch: nowhere, push: nowhere, replace: nowhere, refresh: nowhere };
  const router = { ...prefetch, back: nowhere, forward: nowhere } as unknown as React.ContextType<
    typeof AppRouterContext
  >;
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <PoliciesScreen
        known={[]}
        timeouts={{ chatMinutes: 5, othersHours: 24 }}
        overview={{ ...overview, rules: [], notFollowed }}
        suggestions={[]}
        mayChange
        mayLoosen={false}
      />
    </AppRouterContext>,
  );
}

test("H8, G20: the page says that changes of policy.yaml are not taken over, and why, as long as that is so", () => {
  const page = drawn("it is no regular file");
  expect(page).toMatch(/role="alert"[^>]*>Changes of policy\.yaml are not taken over/);
  expect(page).toContain("what was in force stays in force: it is no regular file. It is followed again");
  expect(drawn(null)).not.toContain("are not taken over");
});
