import { expect, test } from "vitest";
import { toolIcons } from "./tool-icons.ts";
import type { ServerOnPage } from "./tools-page.ts";

test("M162: icons of tools count as somebody accepted them, and servers without any are left out", () => {
  const server = (id: string, icon: string | null, tools: object[]) =>
    ({ id, callsItself: icon === null ? null : { title: id, version: "1", icon }, tools }) as ServerOnPage;
  const icons = toolIcons([
    server("farm", "data:farm", [
      { name: "grow", review: "accepted", icon: "data:grow" },
      { name: "mow", review: "accepted", icon: null },
      { name: "new", review: "new", icon: "data:new" },
      { name: "other", review: "changed", icon: "data:other" },
      { name: "no", review: "rejected", icon: "data:no" },
    ]),
    server("plain", null, [{ name: "mow", review: "accepted", icon: null }]),
  ]);
  expect(icons).toEqual({ farm: { icon: "data:farm", tools: { grow: "data:grow" } } });
});
