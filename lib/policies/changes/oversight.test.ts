import { expect, test } from "vitest";
import type { Role } from "#lib/people/role.ts";
import type { Who } from "#lib/people/who.ts";
import { isLooserWho, lowerings, type Oversight } from "./oversight.ts";

const self: Who = { kind: "self" };
const other: Who = { kind: "other" };
const quorum = (needed: number, ...people: string[]): Who => ({ kind: "quorum", needed, people, roles: [] });
const strict: Oversight = {
  approval: "always",
  risk: 4,
  who: quorum(2, "ana", "bo", "cy"),
  prompt: null,
  exposure: "chat",
};

test("S0.7: every way to lower the protection of a tool is said in a sentence", () => {
  expect(lowerings("pay", strict, { ...strict, approval: "inherit" })).toEqual([
    "Calls of pay ask only when a policy says so, no longer every time.",
  ]);
  expect(lowerings("pay", strict, { ...strict, approval: "never" })).toEqual([
    "Calls of pay run without asking anybody, unless a policy asks or refuses.",
  ]);
  expect(lowerings("pay", strict, { ...strict, risk: 1 })).toEqual(["The risk of pay goes down from 4 to 1."]);
  expect(lowerings("pay", strict, { ...strict, who: self })).toEqual([
    "Calls of pay may be answered by the person whose chat it is.",
  ]);
  expect(
    lowerings("pay", strict, { approval: "never", risk: 0, who: other, prompt: "Sure?", exposure: "both" }),
  ).toHaveLength(5);
  expect(lowerings("pay", strict, { ...strict, prompt: "Approved by security." })).toEqual([
    "Cards of pay ask “Approved by security.”.",
  ]);
  expect(lowerings("pay", strict, { ...strict, exposure: "both" })).toEqual([
    "pay is offered in the chat and to clients.",
  ]);
  expect(lowerings("pay", strict, { ...strict, exposure: "gateway" })).toEqual(["pay is offered to clients only."]);
  expect(lowerings("pay", { ...strict, prompt: "Really?" }, strict)).toEqual(["Cards of pay ask the usual question."]);
});

test("S0.7: a change that tightens or changes nothing needs no confirmation", () => {
  expect(lowerings("pay", strict, strict)).toEqual([]);
  const loose: Oversight = { approval: "never", risk: 0, who: self, prompt: null, exposure: "both" };
  const reviewers: Who = { kind: "quorum", needed: 2, people: [], roles: ["reviewer"] };
  expect(lowerings("pay", loose, { ...strict, who: reviewers })).toEqual([]);
  expect(lowerings("pay", loose, { ...loose, approval: "inherit", risk: 1, who: other })).toEqual([]);
});

test("S0.7: a quorum gets looser with fewer people needed or more people named", () => {
  const former = quorum(2, "ana", "bo", "cy");
  expect(isLooserWho(quorum(1, "ana", "bo", "cy"), former)).toBe(true);
  expect(isLooserWho(quorum(2, "ana", "bo", "cy", "eve"), former)).toBe(true);
  expect(isLooserWho({ kind: "quorum", needed: 2, people: [], roles: ["member"] }, former)).toBe(true);
  expect(isLooserWho(quorum(2, "ana", "bo"), former)).toBe(false);
  expect(isLooserWho(quorum(3, "ana", "bo", "cy"), former)).toBe(false);
  expect(isLooserWho(other, former)).toBe(true);
});

test("S0.7, B1: a quorum that names somebody who is no reviewer is looser than any other reviewer", () => {
  const of = (...roles: Role[]): Who => ({ kind: "quorum", needed: 2, people: [], roles });
  expect(isLooserWho(quorum(1, "ana"), other)).toBe(true);
  expect(isLooserWho(quorum(2, "ana", "bo"), other)).toBe(true);
  expect(isLooserWho(of("admin"), other)).toBe(true);
  expect(isLooserWho(of("reviewer", "member"), other)).toBe(true);
  expect(isLooserWho(of("reviewer"), other)).toBe(false);
  expect(isLooserWho(of("reviewer", "owner"), other)).toBe(false);
  const paying: Oversight = { approval: "always", risk: 4, who: other, prompt: null, exposure: "both" };
  // Or than the person whose chat it is: it would let somebody act for another.
  for (const named of [quorum(1, "ana"), of("member")]) {
    expect(lowerings("pay", { ...paying, who: self }, { ...paying, who: named })).toHaveLength(1);
  }
  expect(lowerings("pay", { ...paying, who: self }, { ...paying, who: of("reviewer", "owner") })).toEqual([]);
  expect(lowerings("pay", paying, { ...paying, who: quorum(1, "ana") })).toEqual([
    "Calls of pay may be answered by 1 person of “ana”.",
  ]);
});
