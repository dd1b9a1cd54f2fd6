import { proveEveryRequest } from "#components/sign-in/prove-every-request.ts";

/**
 * The content security policy says that text never becomes script. Next's loader gives its chunks' addresses as text,
 * so this one rule lets them through as they are (the loader recognises a chunk by the very text of its address): files
 * of the build from our own origin, and the service worker that shows push messages. It runs before anything is loaded, on every page, error pages included.
 */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { [Rule in "createScriptURL" | "createHTML"]: (text: string) => string },
  ) => unknown;
};

// Not every browser has trusted types, and TypeScript's DOM library does not know them.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy("default", {
  createScriptURL(address) {
    const url = new URL(address, location.href);
    const isOurs = url.pathname.startsWith("/_next/static/") || url.pathname === "/service-worker.js";
    if (url.origin === location.origin && isOurs) return address;
    throw new TypeError("This script may not be loaded.");
  },
  // React makes script elements that never run in this way, which it must to draw a page that the server could not. And
  // the library for Markdown looks up a character by its name in this way: `&amp;`, which is text whatever the name.
  createHTML(markup) {
    if (markup === "<script></script>" || /^&[\da-z]{1,31};$/i.test(markup)) return markup;
    throw new TypeError("Text may not become markup.");
  },
});

proveEveryRequest();
