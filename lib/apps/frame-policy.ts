import { isPublicSource, type AppDomains } from "./app-domains.ts";

type Domains = Pick<AppDomains, "connect" | "resources">;

/** Where the empty page is that an app is written into. */
export const framePath = "/api/apps/frame";

/** Its address with what the app may reach. It says nothing else, so anybody may know it. */
export function frameAddress({ connect, resources }: Domains): string {
  return `${framePath}?${new URLSearchParams({ connect: connect.join(" "), resources: resources.join(" ") }).toString()}`;
}

/** What such an address says, checked again: anybody may have written it. */
export function domainsInAddress(query: URLSearchParams): Domains {
  const of = (key: string, schemes: readonly string[]) =>
    (query.get(key) ?? "").split(" ").filter((source) => isPublicSource(source, schemes));
  return { connect: of("connect", ["https", "wss"]), resources: of("resources", ["https"]) };
}

/**
 * The Content-Security-Policy of an app's frame: scripts in an origin that no page shares, and of the network only what
 * the app declares. `origins`: our own, which alone may show the frame, and which it never reaches.
 */
export function framePolicy({ connect, resources }: Domains, origins: readonly string[]): string {
  const isOurs = (source: string) => {
    const [, below, host = ""] = /^\w+:\/\/(\*)?([^:]+)/.exec(source) ?? [];
    return origins.some((origin) => {
      const { hostname } = new URL(origin);
      return below === undefined ? hostname === host : hostname.endsWith(host);
    });
  };
  const list = (sources: readonly string[]) => sources.filter((source) => !isOurs(source)).join(" ");
  const from = list(resources);
  const to = list(connect);
  return [
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src 'unsafe-inline' ${from}`,
    `style-src 'unsafe-inline' ${from}`,
    `img-src data: blob: ${from}`,
    `media-src data: blob: ${from}`,
    `font-src data: ${from}`,
    `connect-src ${to === "" ? "'none'" : to}`,
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    // A policy has no word for addresses of IPv6; pages under one lead to the name of the app.
    `frame-ancestors ${origins.filter((origin) => !origin.includes("[")).join(" ")}`,
  ]
    .map((directive) => directive.trim())
    .join("; ");
}
