import { createHash } from "node:crypto";
import path from "node:path";
import { z } from "zod";

export type AuditSettings = {
  /** Absolute path of the private key that signs heads of the audit trail. */
  keyFile: string;
  /** Where those heads are sent, besides the store. */
  heads: { stdout: boolean; files: string[]; addresses: string[] };
  /** Addresses of time stamp authorities (RFC 3161), and the least time between two stamps of one. */
  stamps: { authorities: string[]; everyMs: number };
};

/** The variables of the audit trail, a part of the environment's shape. */
export const auditShape = {
  AUDIT_KEY: z.string().optional(),
  AUDIT_HEADS: z.string().default("").transform(placesOrIssue),
  AUDIT_STAMP_MINUTES: z.string().default("60").transform(minutesOrIssue),
};

/** Prefix of the address of a time stamp authority. */
const stampPrefix = "rfc3161:";
const mostMinutes = 7 * 24 * 60;

type Given = z.output<z.ZodObject<typeof auditShape>>;

export function auditOf(
  { AUDIT_KEY, AUDIT_HEADS, AUDIT_STAMP_MINUTES }: Given,
  folder: string,
  dataDir: string,
): AuditSettings {
  const { files, authorities, ...heads } = AUDIT_HEADS;
  return {
    keyFile: AUDIT_KEY === undefined ? path.join(dataDir, "audit-key.pem") : path.resolve(folder, AUDIT_KEY),
    heads: { ...heads, files: files.map((file) => path.resolve(folder, file)) },
    stamps: { authorities, everyMs: AUDIT_STAMP_MINUTES * 60_000 },
  };
}

/** The store's id of an address. The address may hold a secret, and whoever writes the store must not choose one. */
export function idOfAddress(address: string): string {
  return createHash("sha256").update(address).digest("hex");
}

function minutesOrIssue(text: string, context: z.RefinementCtx): number {
  const minutes = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (minutes >= 1 && minutes <= mostMinutes) return minutes;
  context.addIssue(`is no whole number of minutes from 1 to ${mostMinutes}`);
  return z.NEVER;
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

type Places = AuditSettings["heads"] & Pick<AuditSettings["stamps"], "authorities">;

function placesOrIssue(text: string, context: z.RefinementCtx): Places {
  const heads: Places = { stdout: false, files: [], addresses: [], authorities: [] };
  for (const place of text.split(",").map((word) => word.trim())) {
    if (place === "") continue;
    if (place === "stdout") heads.stdout = true;
    else if (place.startsWith("file:") && place.length > "file:".length) heads.files.push(place.slice("file:".length));
    else if (isWebAddress(place)) heads.addresses.push(place);
    else if (place.startsWith(stampPrefix) && isWebAddress(place.slice(stampPrefix.length))) {
      heads.authorities.push(place.slice(stampPrefix.length));
    } else {
      context.addIssue(
        "is no list of stdout, file:<path>, web addresses and rfc3161:<web address>, with commas between",
      );
      return z.NEVER;
    }
  }
  return heads;
}
