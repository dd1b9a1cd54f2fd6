import type { Environment } from "#lib/mcp/config/expand-variables.ts";

/** The program's user, paths and language. */
const place = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL", "TZ", "TMPDIR"];
/** How this computer reaches others: behind the proxy of a company no program connects without them. */
const certificates = [
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
];
const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"];
const ofNetwork = [...certificates, "NODE_USE_ENV_PROXY", ...proxies, ...proxies.map((name) => name.toLowerCase())];

/**
 * The environment of a server's process: the safe part of ours and what the owner named for it, which counts first
 * (THREATS E11: environment of programs). `mcp.json` must name everything else.
 */
export function childEnvironment(environment: Environment, named: Record<string, string>): Record<string, string> {
  const child: Record<string, string> = {};
  for (const name of [...place, ...ofNetwork]) {
    const value = environment[name];
    // A value that begins with "()" is an exported shell function, which old shells would execute.
    if (value !== undefined && !value.startsWith("()")) child[name] = value;
  }
  return { ...child, ...named };
}
