import { globSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "rolldown";

/** These bring programs in machine code, or look for files of their own beside them. */
const unbundled = ["better-sqlite3", "next", "react", "react-dom", "rolldown"];
const entry = "countersign:main";

/**
 * Joins the modules of the server, the libraries' too, into few files, which Node finds and loads in a fraction of the
 * time. `folder` gets `main.mjs`, which exports `run`. False when that failed; the reason is on stderr.
 */
export async function bundleServer(root: string, folder: string): Promise<boolean> {
  // Loaded here: a start needs none of it.
  const { rolldown } = await import("rolldown");
  try {
    await using bundle = await rolldown({
      cwd: root,
      input: { main: entry },
      platform: "node",
      external: (id) => unbundled.some((name) => id === name || id.startsWith(`${name}/`)),
      plugins: [mainOf(root, folder), keepFolders(root, folder)],
      // What libraries do that a bundler does not like (an `eval`) works here as it does unbundled.
      logLevel: "silent",
    });
    // Side by side, so that `keepFolders` is right wherever a module ends up.
    await bundle.write({
      dir: folder,
      format: "esm",
      cleanDir: true,
      sourcemap: true,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    });
    return true;
  } catch (error) {
    process.stderr.write(
      `The server could not be bundled: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    return false;
  }
}

/** The module that everything begins with. A route is loaded when it is first asked for, as it is from its source. */
function mainOf(root: string, folder: string): Plugin {
  const routes = globSync("app/api/**/route.ts", { cwd: root }).map((file) => {
    const source = path.join(root, file);
    const place = JSON.stringify(path.relative(folder, source));
    return `[path.resolve(import.meta.dirname, ${place}), () => import(${JSON.stringify(source)})],`;
  });
  const code = `import path from "node:path";
import { runApp } from ${JSON.stringify(path.join(root, "bin/run-app.ts"))};
const routes = new Map([
${routes.join("\n")}
]);
export const run = () => runApp("production", (file) => routes.get(file)());`;
  return {
    name: "main",
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? code : null),
  };
}

/** In a module of ours, `import.meta.dirname` stays the folder of its source. */
function keepFolders(root: string, folder: string): Plugin {
  const ours = [path.join(root, "bin"), path.join(root, "lib"), path.join(root, "app")];
  const written = /\bimport\.meta\.dirname\b/g;
  return {
    name: "keep-folders",
    transform: (code, id) => {
      if (!ours.some((place) => id.startsWith(place + path.sep))) return null;
      const place = JSON.stringify(path.relative(folder, path.dirname(id)));
      const kept = `process.getBuiltinModule("node:path").resolve(import.meta.dirname, ${place})`;
      return code.replaceAll(written, kept);
    },
  };
}
