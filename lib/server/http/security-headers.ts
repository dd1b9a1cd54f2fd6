import { randomBytes } from "node:crypto";
import { framePath } from "#lib/apps/frame-policy.ts";
import type { Access } from "#lib/server/settings/access.ts";

type Page = { mode: "production" | "development"; host: string | undefined; access: Access };

/** A new Content-Security-Policy with a random nonce; every page gets its own. */
export function contentSecurityPolicy({ mode, host, access }: Page): string {
  const nonce = `'nonce-${randomBytes(16).toString("base64")}'`;
  const development = mode === "development";
  const directives = [
    "default-src 'none'",
    // React's development build evaluates code to rebuild stacks; hot reload injects styles.
    `script-src 'self' ${nonce} 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${nonce}`,
    // Pictures and sounds of results come by requests that carry the proof, not by an address.
    "img-src 'self' data: blob:",
    "media-src blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The service worker of push messages.
    "worker-src 'self'",
    "manifest-src 'self'",
    // The empty page that an app of a server is written into, and no other.
    `frame-src ${
      [...access.origins]
        .filter((origin) => new URL(origin).host === host)
        .map((origin) => origin + framePath)
        .join(" ") || "'none'"
    }`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // Text never becomes script or markup; the policy "default" is ours (instrumentation-client.ts). Hot reload
    // evaluates text.
    ...(development ? [] : ["require-trusted-types-for 'script'", "trusted-types default nextjs"]),
  ];
  return directives.join("; ");
}

/**
 * Headers of every answer. HSTS only where people reach the app by https on port 443: it would apply to every port of
 * the host.
 */
export function securityHeadersOf({ isSecure, sessionPort }: Pick<Access, "isSecure" | "sessionPort">) {
  const onlyByTls = isSecure && sessionPort === 443;
  return onlyByTls ? { ...securityHeaders, "strict-transport-security": "max-age=31536000" } : securityHeaders;
}

/** There are no CORS headers: no other origin may read anything. */
const securityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-dns-prefetch-control": "off",
};
