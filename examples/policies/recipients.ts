import type { Predicate } from "#lib/policies/custom.ts";

const ours = "@example.com";

/**
 * A policy in code: copy it to `policies/` beside your policy.yaml. Mail to people outside asks; mail without
 * recipients that can be read is refused. What it lets pass, the rules still judge.
 */
const recipients: Predicate = ({ tool, arguments: { to } }) => {
  if (!tool.name.startsWith("send_")) return false;
  if (!Array.isArray(to) || !to.every((address) => typeof address === "string")) {
    return { verdict: "deny", reason: "A message needs a list of recipients." };
  }
  const foreign = to.filter((address) => !String(address).toLowerCase().endsWith(ours));
  if (foreign.length === 0) return false;
  return { verdict: "ask", reason: "This message leaves the company.", metadata: { foreign: foreign.length } };
};

export default recipients;
