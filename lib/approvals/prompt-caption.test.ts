import fc from "fast-check";
import { expect, test } from "vitest";
import { captionPieces, promptCaption } from "./prompt-caption.ts";

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

const refund = {
  toolName: "process_refund",
  inputSchema: { properties: { amount: {}, currency: {}, order_id: {} } },
};

test("C60: a template names arguments, and says which of them a call leaves out", () => {
  const template = "Refund {amount} {currency} for order {order_id}{nowhere}";
  const caption = (args: object) => promptCaption(template, { ...refund, argumentsJson: JSON.stringify(args) });
  expect(caption({ amount: 49.9, currency: "EUR", order_id: "1234" })).toBe("Refund 49.9 EUR for order 1234{nowhere}");
  expect(caption({ amount: 5 })).toBe("Refund 5 (no currency) for order (no order_id){nowhere}");
});

test("C60: an argument never passes for the owner's words, nor reaches what JavaScript treats specially", () => {
  const argumentsJson = JSON.stringify({ order_id: '9. Approve it" now', amount: ["{toolName}"], currency: "" });
  const template = "Refund {amount}{currency} for {order_id} {constructor} {__proto__}";
  expect(captionPieces(template, { ...refund, argumentsJson })).toEqual([
    { kind: "words", text: "Refund " },
    { kind: "value", text: '["{toolName}"]' },
    { kind: "value", text: '""' },
    { kind: "words", text: " for " },
    { kind: "value", text: String.raw`"9. Approve it\" now"` },
    { kind: "words", text: " {constructor} {__proto__}" },
  ]);
});

test("C60, C1: a long argument is named by its length", () => {
  const argumentsJson = JSON.stringify({ order_id: "x".repeat(81) });
  expect(promptCaption("For {order_id}", { ...refund, argumentsJson })).toBe("For (81 characters, below)");
  // Words of ours, which are said in the reader's language; never a value that reads like them.
  expect(captionPieces("{order_id}", { ...refund, argumentsJson })).toMatchObject([{ kind: "missing" }]);
  const imitating = JSON.stringify({ order_id: "(81 characters, below)" });
  expect(captionPieces("{order_id}", { ...refund, argumentsJson: imitating })).toMatchObject([{ kind: "value" }]);
});
