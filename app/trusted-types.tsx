import { headers } from "next/headers";

/**
 * The policy says that text never becomes script. Next's loader gives its chunks' addresses as text, so this one rule
 * lets them through as they are (the loader recognises a chunk by the very text of its address): files of the build
 * from our own origin. Must stand before any script that loads others.
 */
const rule = `window.trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    const url = new URL(address, location.href);
    if (url.origin === location.origin && url.pathname.startsWith("/_next/static/")) return address;
    throw new TypeError("This script may not be loaded.");
  },
});`;

export async function TrustedTypes() {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  // Browsers hide the nonce from scripts, so it differs from what the server sent.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: rule }} />;
}
