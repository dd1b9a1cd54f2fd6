import fc from "fast-check";
import { expect, test } from "vitest";
import { promptCaption } from "./prompt-caption.ts";

test("S0.4: toolName and args are filled in, everywhere they stand", () => {
  const call = { toolName: "rm", argumentsJson: '{"path":"a"}' };
  expect(promptCaption("{toolName}: {args}? ({toolName}) {other} {}", call)).toBe('rm: {"path":"a"}? (rm) {other} {}');
});

test("S0.5: a tool without a prompt gets the default text", () => {
  expect(promptCaption(null, { toolName: "rm", argumentsJson: "{}" })).toBe("Run 'rm' with arguments {}?");
  expect(promptCaption("", { toolName: "rm", argumentsJson: "{}" })).toBe("");
});

test("row 21: arguments that contain placeholders or replacement patterns stay what they are", () => {
  const argumentsJson = '{"x":"{toolName} {args} $& $1 $$"}';
  expect(promptCaption("{args}", { toolName: "rm", argumentsJson })).toBe(argumentsJson);
});

test("C1: long arguments are named by their length, since they stand below in full", () => {
  const argumentsJson = JSON.stringify({ text: `${"x".repeat(5000)}; rm -rf /` });
  expect(promptCaption("Run {args}?", { toolName: "t", argumentsJson })).toBe("Run (5021 characters, below)?");
});

test("C1: arguments stand in the caption whole or not at all", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      const argumentsJson = JSON.stringify({ text });
      const caption = promptCaption("<{args}>", { toolName: "t", argumentsJson });
      expect([`<${argumentsJson}>`, `<(${argumentsJson.length} characters, below)>`]).toContain(caption);
    }),
  );
});
