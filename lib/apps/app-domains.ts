import { isJsonObject, type JsonValue } from "#lib/untrusted/json.ts";

/** Where an app may send to, and load from; `leftOut` is what it asked for and does not get, as it said it. */
export type AppDomains = { connect: string[]; resources: string[]; leftOut: string[] };

const mostDomains = 20;
const longestDomain = 200;
/** Names that lead into somebody's own network, or nowhere in the public one. */
const privateEndings =
  /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa)$/;

/** What an app declares of its security policy, as far as it is let: public hosts by https, and by wss to send. */
export function domainsOf(csp: JsonValue | undefined): AppDomains {
  const said = isJsonObject(csp) ? csp : {};
  const leftOut: string[] = [];
  const taken = (key: string, schemes: readonly string[]) => {
    const { [key]: list } = said;
    const domains = Array.isArray(list) ? list.map(String) : [];
    const isTaken = (domain: string, at: number) => at < mostDomains && isPublicSource(domain, schemes);
    leftOut.push(...domains.filter((domain, at) => !isTaken(domain, at)));
    return [...new Set(domains.filter(isTaken))];
  };
  const connect = taken("connectDomains", ["https", "wss"]);
  const resources = taken("resourceDomains", ["https"]);
  // A frame in the frame, or another base of its addresses, would be a way around all of it.
  for (const key of ["frameDomains", "baseUriDomains"]) {
    const { [key]: list } = said;
    if (Array.isArray(list)) leftOut.push(...list.map(String));
  }
  return { connect, resources, leftOut: leftOut.map((domain) => domain.slice(0, longestDomain)) };
}

/** Whether it is the source of one public host, or of all below one, in the words of a security policy. */
export function isPublicSource(source: string, schemes: readonly string[]): boolean {
  if (source.length > longestDomain) return false;
  const [, scheme = "", host = ""] = /^([a-z]+):\/\/(?:\*\.)?([a-z0-9.-]+)(?::\d{1,5})?$/.exec(source) ?? [];
  const labels = host.split(".");
  return (
    schemes.includes(scheme) &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    // An address of digits ends in one.
    /^[a-z]/.test(labels.at(-1) ?? "") &&
    !privateEndings.test(host)
  );
}
