import { createHash } from "node:crypto";
import path from "node:path";
import { z } from "zod";

export type AuditSettings = {
  /** Absolute path of the private key that signs heads of the audit trail. */
  keyFile: string;
  /** Where those heads are sent, besides the store. */
  heads: { stdout: boolean; files: string[]; addresses: string[] };
};

/** The variables of the audit trail, as part of the environment's shape. */
export const auditShape = {
  AUDIT_KEY: z.string().optional(),
  AUDIT_HEADS: z.string().default("").transform(placesOrIssue),
};

type Given = z.output<z.ZodObject<typeof auditShape>>;

export function auditOf({ AUDIT_KEY, AUDIT_HEADS }: Given, folder: string, dataDir: string): AuditSettings {
  const { files, ...heads } = AUDIT_HEADS;
  return {
    keyFile: AUDIT_KEY === undefined ? path.join(dataDir, "audit-key.pem") : path.resolve(folder, AUDIT_KEY),
    heads: { ...heads, files: files.map((file) => path.resolve(folder, file)) },
  };
}

/** By what the store knows an address: it may hold a secret, and whoever writes the store chooses none. */
export function idOfAddress(address: string): string {
  return createHash("sha256").update(address).digest("hex");
}

function placesOrIssue(text: string, context: z.RefinementCtx): AuditSettings["heads"] {
  const heads: AuditSettings["heads"] = { stdout: false, files: [], addresses: [] };
  for (const place of text.split(",").map((word) => word.trim())) {
    if (place === "") continue;
    if (place === "stdout") heads.stdout = true;
    else if (place.startsWith("file:") && place.length > "file:".length) heads.files.push(place.slice("file:".length));
    else if (/^https?:$/.test(URL.parse(place)?.protocol ?? "")) heads.addresses.push(place);
    else {
      context.addIssue("is no list of stdout, file:<path> and web addresses, with commas between them");
      return z.NEVER;
    }
  }
  return heads;
}
