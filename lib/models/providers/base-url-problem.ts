import type { Problem } from "./provider.ts";

/** Why a text cannot be the address of a model server. `name` is how the person who wrote it knows it. */
export function baseUrlProblem(name: string, text: string): Problem | null {
  const url = URL.parse(text);
  if (url !== null && (url.username !== "" || url.password !== "")) {
    return { problem: `${name} contains a user name or password; write the key where keys go instead.` };
  }
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return {
      problem: `${name} is "${said(text)}", which is not an http or https address such as http://localhost:11434/v1.`,
    };
  }
  if (url.search !== "" || url.hash !== "")
    return { problem: `${name} is "${said(text)}"; it cannot contain "?" or "#".` };
  return null;
}

/** Without what may be a password or a key. */
function said(text: string): string {
  const shown = text.replace(/^.*@/s, "…@");
  const end = shown.search(/[?#]/);
  return end < 0 ? shown : `${shown.slice(0, end + 1)}…`;
}
