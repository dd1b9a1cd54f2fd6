import { expect, test } from "vitest";
import { canNextRead } from "./can-next-read.ts";

const treeOf = (tree: unknown) => ({ "next-router-state-tree": encodeURIComponent(JSON.stringify(tree)) });

test("G16: a path that cannot be decoded and a place in the app that is none are not for Next", () => {
  for (const url of ["/chat/%", "/chat/%E0%A4%A?a=b", "/%zz"]) expect(canNextRead({ url, headers: {} })).toBe(false);
  const trees = [["", { children: ["__PAGE__", {}] }, "/", "other"], {}, [], null];
  const places = [{ "next-router-state-tree": "x" }, { "next-router-state-tree": "%" }, ...trees.map(treeOf)];
  for (const headers of places) expect(canNextRead({ url: "/", headers })).toBe(false);
});

test("G12: an address that contains the character U+0000 is not for Next", () => {
  for (const url of ["/inbox?card=%00", "/audit?%00=a", "/chat/%00"])
    expect(canNextRead({ url, headers: {} })).toBe(false);
});

test("G8: what would take Next long to read is not for it: a long name of a browser, an address of many values, a place that is deep or wide", () => {
  const called = (length: number) => ({ url: "/", headers: { "user-agent": "a".repeat(length) } });
  expect([canNextRead(called(1_000)), canNextRead(called(1_001))]).toEqual([true, false]);
  for (const value of ["a&", "a=b&", "&"]) {
    expect(canNextRead({ url: `/?${value.repeat(101)}`, headers: {} })).toBe(false);
    expect(canNextRead({ url: `/?${value.repeat(100)}`, headers: {} })).toBe(true);
  }
  const deep = `["",${'{"":["",'.repeat(1_300)}{}${"]}".repeat(1_300)}]`;
  const siblings = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a${at}`, ["", {}]]));
  for (const place of [deep, encodeURIComponent(deep), JSON.stringify(["", siblings])]) {
    expect(canNextRead({ url: "/", headers: { "next-router-state-tree": place } })).toBe(false);
  }
  const level = (rest: unknown): unknown => ["chat", { children: rest }, null, null];
  const place = Array.from({ length: 60 }).reduce(level, ["__PAGE__", {}]);
  expect(canNextRead({ url: "/", headers: treeOf(place) })).toBe(true);
});

test("G16: addresses that our pages request are for Next", () => {
  for (const url of ["/", "/chat/100%25?a=%", "/_next/static/a.js"])
    expect(canNextRead({ url, headers: {} })).toBe(true);
  const place = treeOf(["", { children: ["__PAGE__", {}] }, null, "refetch"]);
  expect(canNextRead({ url: "/inbox?_rsc=1", headers: { rsc: "1", ...place } })).toBe(true);
});
