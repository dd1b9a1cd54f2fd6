import { delimiter, isAbsolute } from "node:path";
import { locate } from "./inside-folder.ts";

/**
 * What a started program sees of this process's environment: the search path and no more, so no keys or tokens. Its
 * home is the folder, so it keeps its files there and finds no credentials.
 */
export async function programEnvironment(
  folder: string,
  own: Record<string, string | undefined>,
): Promise<Record<string, string>> {
  const searched: string[] = [];
  for (const directory of (own.PATH ?? "").split(delimiter)) {
    // A file that somebody wrote into the folder must never stand in for `ls`.
    if (isAbsolute(directory) && (await locate(folder, directory)).where === "outside") searched.push(directory);
  }
  return {
    PATH: searched.join(delimiter),
    HOME: folder,
    LANG: "C.UTF-8",
    ...(own.SystemRoot === undefined ? {} : { SystemRoot: own.SystemRoot }),
  };
}
