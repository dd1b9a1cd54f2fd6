import { gzipSync } from "node:zlib";

/** The scripts that a page names in its HTML, without what `nomodule` keeps for old browsers. */
export function scriptsIn(html: string): string[] {
  const tags = html.match(/<script\b[^>]*>/g) ?? [];
  const sources = tags.filter((tag) => !/\bnomodule\b/i.test(tag)).map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1]);
  return [...new Set(sources.filter((source) => source !== undefined))];
}

export type PackedScript = { path: string; kB: number };

/** Largest first. Packed here at gzip's usual level, so that the figure does not depend on what a server does. */
export async function packedScripts(
  paths: readonly string[],
  read: (path: string) => Promise<string>,
): Promise<PackedScript[]> {
  const sizes = await Promise.all(paths.map(async (path) => ({ path, kB: gzipSync(await read(path)).length / 1_000 })));
  return sizes.toSorted((a, b) => b.kB - a.kB);
}

export function packedSum(scripts: readonly PackedScript[]): number {
  return scripts.reduce((sum, { kB }) => sum + kB, 0);
}
