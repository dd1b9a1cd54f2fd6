import { locate } from "./inside-folder.ts";
import { tokenize } from "./tokenize.ts";

type ClassifiedCommand =
  /** May run without a question. */
  | { kind: "silent"; argv: [string, ...string[]] }
  /** Runs after a person confirmed it. */
  | { kind: "ask"; argv: [string, ...string[]] }
  /** A person is asked all the same; a confirmed one is then refused for this reason. */
  | { kind: "never-runs"; reason: string };

/**
 * Decides which commands need a person (S4.11, S4.15, S4.20). Silent is an allow-list of programs, options and paths
 * inside the folder, never a list of dangerous words: whatever is not understood asks.
 */
export async function classifyCommand(folder: string, command: string): Promise<ClassifiedCommand> {
  const tokens = tokenize(command);
  if (tokens.kind === "unreadable") return { kind: "never-runs", reason: tokens.reason };
  const [program = "", ...args] = tokens.words;
  const argv: [string, ...string[]] = [program, ...args];
  if (program === "") return { kind: "never-runs", reason: "it names no program" };
  const rule = silentPrograms.get(program);
  if (rule !== undefined && (await isPlain(folder, rule, args))) return { kind: "silent", argv };
  const outside = await pathOutside(folder, args);
  if (outside !== null) return { kind: "never-runs", reason: `'${outside}' is outside the workspace folder` };
  return { kind: "ask", argv };
}

type SilentRule = { options: RegExp; operands: "paths" | "text" | "date-format" | "none" };

// Options are listed because some of the others write, set the clock or read file names from elsewhere
// (date -s, touch -r, wc --files0-from, ls -L).
const silentPrograms = new Map<string, SilentRule>([
  ["ls", { options: /^-[1AFRSXadhiklprst]+$/, operands: "paths" }],
  ["cat", { options: /^-[AETbensv]+$/, operands: "paths" }],
  ["head", { options: /^-(?:[qv]+|[nc]?\d+|[nc])$/, operands: "paths" }],
  ["wc", { options: /^-[Lclmw]+$/, operands: "paths" }],
  ["touch", { options: /^-[acm]+$/, operands: "paths" }],
  ["mkdir", { options: /^-[pv]+$/, operands: "paths" }],
  ["pwd", { options: /^-[LP]$/, operands: "none" }],
  ["date", { options: /^-(?:u|R|I|Iseconds)$/, operands: "date-format" }],
  ["echo", { options: /^-/, operands: "text" }],
]);

async function isPlain(folder: string, rule: SilentRule, args: string[]): Promise<boolean> {
  let optionsMayFollow = true;
  for (const arg of args) {
    if (optionsMayFollow && arg === "--") optionsMayFollow = false;
    else if (optionsMayFollow && arg.startsWith("-")) {
      if (!rule.options.test(arg)) return false;
    } else if (!(await isPlainOperand(folder, rule, arg))) return false;
  }
  return true;
}

async function isPlainOperand(folder: string, rule: SilentRule, operand: string): Promise<boolean> {
  if (rule.operands === "text") return true;
  if (rule.operands === "date-format") return operand.startsWith("+");
  if (rule.operands === "none") return false;
  return (await locate(folder, operand)).where === "inside";
}

/** The first argument that names a path outside, also behind an equals sign as in `of=/dev/sda`. */
async function pathOutside(folder: string, args: string[]): Promise<string | null> {
  for (const arg of args) {
    const value = arg.slice(arg.indexOf("=") + 1);
    for (const path of new Set([arg, value])) {
      if ((await locate(folder, path)).where === "outside") return path;
    }
  }
  return null;
}
