import type { Env } from "./env.ts";

/** The names under which the app may be reached. Nothing else is answered (THREATS B4, B5). */
export type Access = {
  /** Exact values of the Host header. */
  hosts: ReadonlySet<string>;
  /** Exact values of the Origin header: scheme, host and port. */
  origins: ReadonlySet<string>;
  /** Where people are sent; pages asked for under another loopback name redirect here. */
  origin: string;
  /** Where a proxy in front serves it to people; null without one. */
  publicOrigin: string | null;
  /** Host, and port if it needs one, of that proxy. */
  publicHost: string | null;
  /** Port that people see, by which the session cookie is named. */
  sessionPort: number;
  /** Whether people see it over https. */
  isSecure: boolean;
};

export function accessOf({ host, port, publicOrigin }: Pick<Env, "host" | "port" | "publicOrigin">): Access {
  // Every address of the machine is no address that anybody calls it by.
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

/** As a browser writes it: without the port that http means anyway. */
function withPort(name: string, port: number): string {
  return port === 80 ? name : `${name}:${port}`;
}
