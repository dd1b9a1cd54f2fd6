import type { Env } from "./env.ts";

/**
 * The names under which the app may be reached; it answers to no other (THREATS B4: other ports, B5: foreign host
 * names).
 */
export type Access = {
  /** Exact values of the Host header. */
  hosts: ReadonlySet<string>;
  /** Exact values of the Origin header: scheme, host and port. */
  origins: ReadonlySet<string>;
  /** The origin of links; pages under another loopback name redirect here. */
  origin: string;
  /** The origin under which a proxy in front serves people; null without one. */
  publicOrigin: string | null;
  /** That proxy's host, with its port if it needs one. */
  publicHost: string | null;
  /** The port that people see, which is part of the session cookie's name. */
  sessionPort: number;
  /** Whether people see it over https. */
  isSecure: boolean;
};

export function accessOf({ host, port, publicOrigin }: Pick<Env, "host" | "port" | "publicOrigin">): Access {
  // The unspecified address is not an address that a browser can open.
  const isAny = host === "0.0.0.0" || host === "::";
  const own = isAny ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  const hosts = new Set([own, "127.0.0.1", "localhost", "[::1]"].map((name) => withPort(name, port)));
  const origins = new Set([...hosts].map((name) => `http://${name}`));
  if (publicOrigin !== null) {
    hosts.add(new URL(publicOrigin).host);
    origins.add(publicOrigin);
  }
  const publicHost = publicOrigin === null ? null : new URL(publicOrigin).host;
  const sessionPort = publicOrigin === null ? port : portOf(new URL(publicOrigin));
  const isSecure = publicOrigin?.startsWith("https:") ?? false;
  return { hosts, origins, origin: `http://${withPort(own, port)}`, publicOrigin, publicHost, sessionPort, isSecure };
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === "https:" ? 443 : 80);
}

/** As a browser writes it: without the default port. */
function withPort(name: string, port: number): string {
  return port === 80 ? name : `${name}:${port}`;
}
