import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { citationsIn } from "#e2e/support/citations.ts";

export type Affected = {
  /** Test files, for Vitest. */
  tests: string[];
  /** Stories, for Playwright: a file, or a file and a line. */
  stories: string[];
  /** The choice in words. */
  summary: string[];
};

/** Together with all other steps these take less than three minutes on two processors. */
const most = { tests: 40, stories: 8 };

const aliases = { "#lib/": "lib/", "#components/": "components/", "#examples/": "examples/", "#e2e/": "e2e/" };

/**
 * The tests that a change of these files may break: those that import or name them, fewest imports away first; and the
 * stories that changed, that cite a behaviour of a changed test or of the test beside a changed source, or in which a
 * changed page or component is seen.
 */
export function affectedBy(root: string, changed: string[]): Affected {
  const project = projectIn(root);
  const { textOf } = project;
  const files = new Set(changed);
  const distances = globSync("{lib,examples,bin,components,bench,e2e/support,e2e/chaos}/**/*.test.{ts,tsx}", {
    cwd: root,
  }).flatMap((file) => {
    const distance = distanceFrom(file, files, project);
    return distance === null ? [] : [{ file, distance }];
  });
  const nearest = distances.toSorted((one, other) => one.distance - other.distance).map(({ file }) => file);
  const changedStories = changed.filter((file) => file.endsWith(".spec.ts") && textOf(file) !== "");
  const ids = new Set(touchedTests(changed).flatMap((file) => citationsIn(textOf(file)).map(({ id }) => id)));
  const cited = globSync("e2e/stories/*.spec.ts", { cwd: root })
    .filter((file) => !changedStories.includes(file))
    .flatMap((file) => citationsIn(textOf(file)).map(({ id, line }) => ({ id, story: `${file}:${line}` })));
  const citing = cited.filter(({ id }) => ids.has(id)).map(({ story }) => story);
  const shown = shownIn([...new Set(cited.map(({ story }) => story))], changed);
  const all = [...new Set([...changedStories, ...citing, ...shown])];
  const [tests, stories] = [nearest.slice(0, most.tests), all.slice(0, Math.max(most.stories, changedStories.length))];
  return {
    tests,
    stories,
    summary: [
      `${changed.length} files differ; ${nearest.length} test files and ${all.length} stories can be affected.`,
      ...(tests.length < nearest.length ? [`The ${tests.length} nearest test files run; npm test runs all.`] : []),
      ...(stories.length < all.length ? [`${stories.length} of the stories run; npm test runs all.`] : []),
    ],
  };
}

/**
 * The stories in which the changed pages and components are seen: those named after one of their folders, or else the
 * first of all stories. The first of each file come before the second.
 */
function shownIn(stories: string[], changed: string[]): string[] {
  const folders = changed
    .filter((file) => /^(?:app|components)\/.*\.(?:tsx|css)$/.test(file))
    .map((file) => path.posix.dirname(file).split("/"));
  if (folders.length === 0) return [];
  const isOf = (story: string) =>
    folders.some((names) => names.includes(path.posix.basename(story).split(/[-.]/, 1)[0] ?? ""));
  const named = stories.filter(isOf);
  const seen = named.length > 0 ? named : stories.filter((story) => story.includes("/approve-and-decline."));
  const nth = new Map(seen.map((story, at) => [story, at - seen.findIndex((each) => fileOf(each) === fileOf(story))]));
  return seen.toSorted((one, other) => (nth.get(one) ?? 0) - (nth.get(other) ?? 0));
}

function fileOf(story: string): string {
  return story.slice(0, story.lastIndexOf(":"));
}

/** The changed tests, and those of the changed sources. */
function touchedTests(changed: string[]): string[] {
  const sources = changed.filter((file) => /\.tsx?$/.test(file));
  return sources.map((file) => (/\.test\.tsx?$/.test(file) ? file : file.replace(/\.(tsx?)$/, ".test.$1")));
}

/** How many imports lie between a file and the nearest changed one; null without a path. */
function distanceFrom(file: string, changed: ReadonlySet<string>, project: Project): number | null {
  // Tests also read files and start programs, by their path.
  if ([...changed].some((name) => project.textOf(file).includes(name))) return 1;
  const seen = new Set([file]);
  for (let [here, distance] = [[file], 0]; here.length > 0; distance += 1) {
    if (here.some((each) => changed.has(each))) return distance;
    here = here.flatMap((each) => project.importsOf(each)).filter((each) => !seen.has(each) && seen.add(each));
  }
  return null;
}

/** The contents of a project's files, each read once; empty for a missing file. */
type Project = { textOf: (file: string) => string; importsOf: (file: string) => string[] };

function projectIn(root: string): Project {
  const textOf = memo((file) => {
    const at = path.join(root, file);
    return existsSync(at) ? readFileSync(at, "utf8") : "";
  });
  const importsOf = memo((file) =>
    [...textOf(file).matchAll(/^(?!import type).*(?:from|import)\s*\(?\s*"([.#][^"]+\.tsx?)"/gm)].map(
      ({ 1: name = "" }) => {
        const alias = Object.entries(aliases).find(([prefix]) => name.startsWith(prefix));
        return alias ? alias[1] + name.slice(alias[0].length) : path.posix.join(path.posix.dirname(file), name);
      },
    ),
  );
  return { textOf, importsOf };
}

function memo<Value>(compute: (file: string) => Value): (file: string) => Value {
  const known = new Map<string, Value>();
  return (file) => {
    const value = known.get(file) ?? compute(file);
    known.set(file, value);
    return value;
  };
}
