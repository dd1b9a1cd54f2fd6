import { expect, test } from "vitest";
import { signInWorld, type SignInWorld } from "#e2e/support/sign-in-world.ts";
import { admin, member, owner } from "#e2e/support/tools-world.ts";
import type { Person } from "#lib/server/people/session.ts";

const uri = "ui://far/order";
const confirm =
  "Its apps are shown in chats, each in a frame of its own once it is accepted. They may call the tools of this server, which ask as ever.";

const shownTo = ({ tools }: SignInWorld, { id }: Person) => tools.admin.appOf("far", "order", id);
const reviewed = ({ tools }: SignInWorld) => tools.server("far").apps.reviewed;

/** A server where people sign in for themselves, whose app its owner had shown, reviewed and accepted. */
async function accepted(app: (account: string) => string): Promise<SignInWorld> {
  const world = await signInWorld({ who: "person" }, { server: { app } });
  const { tools, signIn } = world;
  await signIn("ona@far", owner);
  await tools.admin.switchServer({ person: owner, id: "far", apps: true, confirm });
  await tools.until(() => tools.server("far").status === "up" && tools.offered("far").includes("order"));
  tools.admin.lookAtApps(owner.id);
  await tools.until(() => reviewed(world).length === 1);
  const fingerprint = reviewed(world)[0]?.fingerprint ?? "";
  expect(await tools.admin.review({ person: owner, server: "far", tools: [{ tool: uri, fingerprint }] })).toEqual({
    done: true,
  });
  return world;
}

test("M170: where people sign in for themselves, an app is read on the connection of whoever looks, and of nobody else", async () => {
  const world = await accepted(() => "<p>Order</p>");
  const { at, tools, signIn } = world;
  expect(tools.summaries()[0]?.tools.find(({ name }) => name === "order")).toMatchObject({ app: "shown" });
  expect(await shownTo(world, owner)).toMatchObject({ name: uri, html: "<p>Order</p>" });
  expect(await shownTo(world, member)).toBeNull();
  expect(new Set(at.appReaders)).toEqual(new Set(["ona@far"]));
  await signIn("mia@far", member);
  at.appReaders.length = 0;
  const both = await Promise.all([shownTo(world, member), shownTo(world, member)]);
  expect(both).toMatchObject([{ html: "<p>Order</p>" }, { html: "<p>Order</p>" }]);
  expect(at.appReaders).toEqual(["mia@far"]);
  expect(await tools.admin.signIns.signOut(member, "far")).toEqual({ done: true });
  expect(await shownTo(world, member)).toBeNull();
  expect(await shownTo(world, owner)).toMatchObject({ html: "<p>Order</p>" });
});

test("M170: what one person alone is sent is shown to nobody before it is accepted, and goes to no review but of who reads it", async () => {
  const world = await accepted((account) => (account === "mia@far" ? "<p>For Mia</p>" : "<p>Order</p>"));
  const { at, tools, signIn } = world;
  await signIn("mia@far", member);
  const before = reviewed(world);
  expect(await shownTo(world, member)).toBeNull();
  expect(at.appReaders.at(-1)).toBe("mia@far");
  expect(reviewed(world)).toEqual(before);
  expect(JSON.stringify(tools.page())).not.toContain("For Mia");
  expect(await shownTo(world, owner)).toMatchObject({ html: "<p>Order</p>" });
});

test("M170: two who manage tools and are sent different apps do not take turns in its review, and each has their own shown", async () => {
  const world = await accepted((account) => (account === "ada@far" ? "<p>For Ada</p>" : "<p>Order</p>"));
  const { at, tools, signIn } = world;
  await signIn("ada@far", admin);
  const looks = async (person: Person) => {
    tools.admin.lookAtApps(person.id);
    const shown = await shownTo(world, person);
    // What both of them read is known a moment later.
    await new Promise(setImmediate);
    return shown;
  };
  expect(await looks(owner)).toMatchObject({ html: "<p>Order</p>" });
  const before = reviewed(world);
  for (const person of [admin, owner, admin]) {
    expect(await looks(person)).toEqual(person === admin ? null : expect.objectContaining({ html: "<p>Order</p>" }));
    expect(reviewed(world)).toEqual(before);
  }
  expect(new Set(at.appReaders)).toEqual(new Set(["ona@far", "ada@far"]));
  expect(tools.summaries()[0]?.tools.find(({ name }) => name === "order")).toMatchObject({ app: "shown" });
});
