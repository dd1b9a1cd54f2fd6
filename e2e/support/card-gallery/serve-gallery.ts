import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build, type InlineConfig, preview } from "vite";

export type Gallery = { url: string; close: () => Promise<void> };

/** The content policy of the app, so that a card that needs more than it allows fails here first. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'";

/** Builds every state of the cards into a page without a backend and serves it on a free port. */
export async function serveGallery(): Promise<Gallery> {
  const outDir = await mkdtemp(path.join(tmpdir(), "card-gallery-"));
  const config: InlineConfig = {
    root: import.meta.dirname,
    configFile: false,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false } },
    preview: { host: "127.0.0.1", port: 0, headers: { "content-security-policy": policy } },
  };
  await build(config);
  const server = await preview(config);
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error("The gallery is served nowhere.");
  return {
    url,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
