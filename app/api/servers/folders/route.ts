import { z } from "zod";
import { guard } from "#lib/server/api/guard.ts";
import { problem } from "#lib/server/http/problem.ts";
import { listFolders } from "#lib/server/tools/list-folders.ts";

const query = z.strictObject({ path: z.string().min(1).max(4_000).optional(), hidden: z.literal("1").optional() });

/** The folders in a folder of this machine, for who adds programs to it: `?path=`, and `?hidden=1` for hidden ones too. */
export const GET = guard({ may: "manage-programs", fresh: true, query }, async ({ query: { path, hidden } }) => {
  const listed = await listFolders({ path, hidden: hidden === "1" });
  return "refused" in listed ? problem(listed.refused, listed.message) : Response.json(listed);
});
