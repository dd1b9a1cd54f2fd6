import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listFolders } from "./list-folders.ts";

/** A folder of folders, files and what else stands in folders. */
function place(): string {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "folders-")));
  const closed = path.join(root, "closed");
  onTestFinished(() => {
    chmodSync(closed, 0o700);
    rmSync(root, { recursive: true });
  });
  for (const name of ["work 10", "work 9", ".hidden", "closed", "${HOME}"]) mkdirSync(path.join(root, name));
  mkdirSync(path.join(root, "work 9", "inside"));
  chmodSync(closed, 0);
  writeFileSync(path.join(root, "notes.txt"), "secret words");
  execFileSync("mkfifo", [path.join(root, "pipe")]);
  const links = { desk: "work 9", paper: "notes.txt", nowhere: "gone", round: "round", tube: "pipe" };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(root, name));
  return root;
}

const namesIn = async (folder: string, hidden = false, bounds = {}) => {
  const listed = await listFolders({ path: folder, hidden }, bounds);
  if ("refused" in listed) throw new Error(listed.message);
  return listed.folders.map(({ name }) => name);
};

test("E24: of a folder its folders are listed in order, and links to folders; hidden ones only if asked for; nothing else", async () => {
  const root = place();
  expect(await namesIn(root)).toEqual(["closed", "desk", "work 9", "work 10"]);
  expect(await namesIn(root, true)).toEqual([".hidden", "closed", "desk", "work 9", "work 10"]);
  expect(JSON.stringify(await listFolders({ path: root, hidden: true }))).not.toMatch(/secret words|notes|pipe/);
});

test("E24: the way to a folder is named from the root on; what a link leads to, by its own name", async () => {
  const root = place();
  const listed = await listFolders({ path: path.join(root, "desk", "..", "desk"), hidden: false });
  if ("refused" in listed) throw new Error(listed.message);
  expect(listed.steps[0]).toEqual({ name: "/", path: "/" });
  expect(listed.steps.slice(-2)).toEqual([
    { name: path.basename(root), path: root },
    { name: "work 9", path: path.join(root, "work 9") },
  ]);
  expect(listed.folders).toEqual([{ name: "inside", path: path.join(root, "work 9", "inside") }]);
  expect(await listFolders({ path: "/", hidden: false })).toMatchObject({ steps: [{ name: "/", path: "/" }] });
  const home = await listFolders({ hidden: false });
  expect("steps" in home && home.steps.at(-1)?.path).toBe(realpathSync(homedir()));
});

test("E24: of many folders the first are listed, and it is said that there are more", async () => {
  const root = place();
  expect(await listFolders({ path: root, hidden: false }, { most: 4 })).toMatchObject({ isWhole: true });
  expect(await listFolders({ path: root, hidden: false }, { most: 3 })).toMatchObject({ isWhole: false });
  expect(await namesIn(root, false, { most: 3 })).toEqual(["closed", "desk", "work 9"]);
});

test("E24: what is no folder, is gone, leads round or is not named whole is refused in words", async () => {
  const root = place();
  const said = async (name: string) => {
    const listed = await listFolders({ path: name, hidden: false });
    return "refused" in listed ? listed.message : listed;
  };
  expect(await said("work 9")).toBe("Write the whole path of the folder, from the root on.");
  expect(await said(path.join(root, "gone"))).toBe("There is no such folder.");
  for (const name of ["notes.txt", "pipe", "paper"])
    expect(await said(path.join(root, name)), name).toBe("This is no folder.");
  expect(await said(path.join(root, "round"))).toBe("This folder cannot be read.");
});

test("E24, G8: folders that do not answer are not waited for, and two of them hold up nothing but folders", async () => {
  const root = place();
  const slow = () => listFolders({ path: root, hidden: false }, { late: AbortSignal.abort() });
  const ask = async (count: number) => {
    const all = await Promise.all(Array.from({ length: count }, slow));
    return all.map((listed) => ("refused" in listed ? listed.message : "listed"));
  };
  expect(await ask(3)).toEqual([
    "This folder does not answer.",
    "This folder does not answer.",
    "Other folders are still being read. Try again soon.",
  ]);
  await expect.poll(() => namesIn(root).catch(String)).toContain("work 9");
});
