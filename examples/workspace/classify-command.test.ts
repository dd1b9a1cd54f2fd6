import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";

const parent = realpathSync(mkdtempSync(join(tmpdir(), "workspace-classify-")));
const folder = join(parent, "folder");
mkdirSync(join(folder, "sub"), { recursive: true });
writeFileSync(join(folder, "a.txt"), "a");
writeFileSync(join(parent, "secret.txt"), "secret");
symlinkSync(parent, join(folder, "way-out"));
symlinkSync(join(parent, "secret.txt"), join(folder, "leak.txt"));
symlinkSync(join(parent, "not-there.txt"), join(folder, "dangling"));
symlinkSync("loop", join(folder, "loop"));
symlinkSync("sub", join(folder, "inner"));
// Beside the folder, and its path begins with the folder's.
mkdirSync(join(parent, "folder-sibling"));
afterAll(() => rmSync(parent, { recursive: true }));

const kindOf = async (command: string) => (await classifyCommand(folder, command)).kind;

test.each([
  "touch newfile.md",
  "ls",
  "ls -la sub",
  "ls -- -strange-name",
  "cat a.txt sub/b.txt",
  "cat 'a.txt'",
  "cat inner/c.txt",
  "cat sub/../a.txt",
  "head -n 5 a.txt",
  "head -3 a.txt",
  "wc -l a.txt",
  "pwd",
  "date",
  "date -u '+%Y-%m-%d'",
  "echo hello there",
  "echo '$(rm x); rm y'",
  "mkdir -p deep/er/folder",
  `cat ${join(folder, "a.txt")}`,
])("S4.15: %j runs silently", async (command) => {
  expect(await classifyCommand(folder, command)).toMatchObject({ kind: "silent" });
});

test.each(["rm", "mv", "dd", "shutdown", "reboot", "mkfs", "chmod", "chown", "kill", "killall", "poweroff", "halt"])(
  "S4.11: %s asks",
  async (program) => {
    expect(await kindOf(`${program} a.txt`)).toBe("ask");
    expect(await kindOf(program)).toBe("ask");
  },
);

test.each([
  "sudo rm a.txt",
  "/bin/rm a.txt",
  "/bin/ls",
  "./ls",
  "env rm a.txt",
  "sh -c 'rm a.txt'",
  "bash -c 'rm a.txt'",
  'python3 -c \'__import__("os").remove("a.txt")\'',
  "find . -delete",
  "xargs rm",
  "LS",
  "'ls -la'",
  "LANG=C ls",
  "ls --color=auto",
  "ls -L sub",
  "cat -",
  "pwd x",
  "date -s 10:00",
  "date 010100002030",
  "date -f a.txt",
  "touch -r a.txt b.txt",
  "wc --files0-from=a.txt",
  "mkdir -m 777 open",
  "cat missing/../a.txt",
  "cat a.txt/b",
  "touch ''",
])("S4.20: %j asks", async (command) => {
  expect(await kindOf(command)).toBe("ask");
});

test.each([
  "ls; rm a.txt",
  "ls && rm a.txt",
  "ls || rm a.txt",
  "ls | xargs rm",
  "ls & rm a.txt",
  "echo x > a.txt",
  "cat < a.txt",
  "echo `rm a.txt`",
  "echo $(rm a.txt)",
  'echo "$(rm a.txt)"',
  "ls\nrm a.txt",
  "ls\rrm a.txt",
  "cat *",
  "cat ?.txt",
  "cat [a].txt",
  "touch {a,b}",
  "cat ~/.ssh/id_rsa",
  "cat a.txt # harmless",
  "echo \\",
  "echo 'open",
  "'' a.txt",
  "cat ../secret.txt",
  "cat /etc/passwd",
  "cat way-out/secret.txt",
  "cat leak.txt",
  "cat loop",
  "touch dangling",
  "touch way-out/new.txt",
  "ls ../folder-sibling",
  "ls ..",
  "cat sub/../../secret.txt",
  "cat inner/../../secret.txt",
  "cat a.txt ../secret.txt",
  "touch -- ../new.txt",
  "head -n ../secret.txt",
  "rm ../secret.txt",
  "dd if=a.txt of=/dev/sda",
  "tar --directory=/ -xf a.txt",
])("S4.20: %j asks and is not run even then", async (command) => {
  expect(await kindOf(command)).toBe("never-runs");
});

const silentPrograms = ["ls", "cat", "head", "wc", "pwd", "date", "echo", "touch", "mkdir"];
const word = fc.oneof(
  fc.constantFrom("a.txt", "sub", "..", "/", "way-out", "leak.txt", "dangling", "inner", "-r", "-s", "-la", "--", "-n"),
  fc.constantFrom("sub/..", "inner/../..", "../folder-sibling", "way-out/folder/a.txt", "/etc/passwd", "+%Y", "x=/"),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const glue = fc.constantFrom(" ", " ", " ", ";", "|", "\n", "&&", ">", "'", '"', "`", "$(", "*");

test("S4.20: no program outside the allow-list is ever silent", async () => {
  const program = fc
    .oneof(
      fc.constantFrom("rm", "sudo", "/bin/ls", "sh", "env", "l s", "lſ"),
      fc.string({ unit: "binary", maxLength: 5 }),
    )
    .filter((name) => !silentPrograms.includes(name.trim().split(" ")[0]!.replaceAll(/['"]/g, "")));
  await fc.assert(
    fc.asyncProperty(program, fc.array(word, { maxLength: 4 }), async (name, words) => {
      expect(await kindOf([name, ...words].join(" "))).not.toBe("silent");
    }),
    { numRuns: 3000 },
  );
});

test("S4.20: nothing silent has an unquoted shell character or names a path that escapes", async () => {
  let silent = 0;
  const line = fc.tuple(fc.constantFrom(...silentPrograms), fc.array(fc.tuple(glue, word), { maxLength: 5 }));
  await fc.assert(
    fc.asyncProperty(line, async ([program, rest]) => {
      const command = program + rest.flat().join("");
      const classified = await classifyCommand(folder, command);
      if (classified.kind !== "silent") return;
      silent += 1;
      expect(command.replaceAll(/'[^']*'|"[^"$`\\]*"/g, "")).not.toMatch(/[;|&<>()$`\\*?[\]{}~#'"\p{Cc}]/u);
      expect(silentPrograms).toContain(classified.argv[0]);
      if (["echo", "date"].includes(classified.argv[0])) return;
      const places = classified.argv.slice(1).map((path) => `${realPlaceOf(path)}${sep}`);
      expect(places.filter((place) => !place.startsWith(`${folder}${sep}`))).toEqual([]);
    }),
    { numRuns: 5000 },
  );
  expect(silent).toBeGreaterThan(300);
});

test("S4.20: no path that escapes makes a silent command, whatever stands around it", async () => {
  const escape = fc.constantFrom(
    "..",
    "/",
    "/etc/passwd",
    "../x",
    "way-out",
    "way-out/new",
    "leak.txt",
    "dangling",
    "loop",
  );
  const detour = fc.array(fc.constantFrom("./", "sub/../", "inner/../", "inner/../sub/../"), { maxLength: 3 });
  const quoted = fc.constantFrom(
    (path: string) => path,
    (path: string) => `'${path}'`,
    (path: string) => `"${path}"`,
  );
  const around = fc.array(fc.constantFrom("-l", "-p", "-n", "-a", "--", "a.txt", "5", "sub"), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("ls", "cat", "head", "wc", "touch", "mkdir"),
      around,
      fc.tuple(detour, escape, quoted),
      around,
      async (program, before, [steps, end, quote], after) => {
        const path = end.startsWith("/") ? end : steps.join("") + end;
        expect(await kindOf([program, ...before, quote(path), ...after].join(" "))).not.toBe("silent");
      },
    ),
    { numRuns: 2000 },
  );
});

/** Where the system itself says that a path leads: the real path of as much of it as exists, then the rest. */
function realPlaceOf(path: string): string {
  const full = resolve(folder, path);
  try {
    return realpathSync(path.startsWith("/") ? path : `${folder}/${path}`);
  } catch {
    return full === dirname(full) ? full : join(realPlaceOf(dirname(full)), full.slice(dirname(full).length));
  }
}
