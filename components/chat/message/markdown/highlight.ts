import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type LanguageInput } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

export type Token = { text: string; className: string };

/** A browser that sends a long paste would freeze; beyond this the code stays plain. */
const longestCode = 40_000;
/** Some grammars take time that grows with the cube of a line: 4,000 times `<` in Bash are twenty seconds. */
const longLine = /[^\n]{301}/;

const grammars: { [Language in string]: () => Promise<{ default: LanguageInput }> } = {
  bash: () => import("shiki/dist/langs/bash.mjs"),
  c: () => import("shiki/dist/langs/c.mjs"),
  css: () => import("shiki/dist/langs/css.mjs"),
  diff: () => import("shiki/dist/langs/diff.mjs"),
  go: () => import("shiki/dist/langs/go.mjs"),
  html: () => import("shiki/dist/langs/html.mjs"),
  java: () => import("shiki/dist/langs/java.mjs"),
  javascript: () => import("shiki/dist/langs/javascript.mjs"),
  json: () => import("shiki/dist/langs/json.mjs"),
  markdown: () => import("shiki/dist/langs/markdown.mjs"),
  python: () => import("shiki/dist/langs/python.mjs"),
  rust: () => import("shiki/dist/langs/rust.mjs"),
  sql: () => import("shiki/dist/langs/sql.mjs"),
  tsx: () => import("shiki/dist/langs/tsx.mjs"),
  typescript: () => import("shiki/dist/langs/typescript.mjs"),
  yaml: () => import("shiki/dist/langs/yaml.mjs"),
};

const aliases: { [Alias in string]: string } = {
  js: "javascript",
  jsx: "tsx",
  md: "markdown",
  py: "python",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  ts: "typescript",
  yml: "yaml",
  zsh: "bash",
};

const theme = createCssVariablesTheme({ name: "ink", variablePrefix: "--code-" });
let shared: Promise<HighlighterCore> | null = null;

/** Colours for the code, or null where the language is not one of ours. Classes, not styles: the CSP allows no other. */
export async function highlight(code: string, name: string): Promise<Token[] | null> {
  const asked = name.toLowerCase();
  const language = Object.hasOwn(aliases, asked) ? (aliases[asked] ?? asked) : asked;
  const grammar = Object.hasOwn(grammars, language) ? grammars[language] : undefined;
  if (grammar === undefined || code.length > longestCode || longLine.test(code)) return null;
  shared ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine() });
  const highlighter = await shared;
  if (!highlighter.getLoadedLanguages().includes(language)) await highlighter.loadLanguage((await grammar()).default);
  const { tokens } = highlighter.codeToTokens(code, { lang: language, theme: "ink" });
  return tokens.flatMap((line, index) => [
    ...(index === 0 ? [] : [{ text: "\n", className: "" }]),
    ...line.map(({ content, color }) => ({ text: content, className: classOf(color) })),
  ]);
}

/** `var(--code-token-keyword)` becomes `code-keyword`. */
function classOf(colour: string | undefined): string {
  const name = /^var\(--code-token-([a-z-]+)\)$/.exec(colour ?? "")?.[1];
  return name === undefined ? "" : `code-${name}`;
}
