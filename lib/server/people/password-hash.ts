import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

type Cost = { N: number; r: number; p: number };
const derive = promisify<string, string, number, Cost & { maxmem: number }, Buffer>(scrypt);

/** OWASP's parameters for scrypt, in the variant of 32 MB and not 128: a stranger may keep one busy all the time. */
const cost: Cost = { N: 2 ** 15, r: 8, p: 3 };
/** Parameters of older releases, which stored `salt:key`. */
const formerCost: Cost = { N: 2 ** 14, r: 16, p: 1 };
const keyBytes = 64;
const mark = "scrypt";

/** How passwords are stored, and checked by what is stored. */
export type PasswordHash = {
  /** The stored form of a password (THREATS H5: hashed tokens). */
  hash: (password: string) => Promise<string>;
  /** Whether this is the password; `anew`: the hash to store from now on, null when the stored one is current. */
  verify: (stored: string, password: string) => Promise<{ isRight: boolean; anew: string | null }>;
};

export const passwordHash: PasswordHash = { hash: hashPassword, verify: verifyPassword };

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  const key = await keyOf(password, salt, cost);
  return [mark, cost.N, cost.r, cost.p, salt, key.toString("hex")].join(":");
}

/** Takes no less time for a hash of an older release: the difference would tell which addresses are known here. */
async function verifyPassword(stored: string, password: string): Promise<{ isRight: boolean; anew: string | null }> {
  const { salt, key, ...by } = partsOf(stored);
  const isUsual = by.N === cost.N && by.r === cost.r && by.p === cost.p;
  const [found, anew] = await Promise.all([keyOf(password, salt, by), isUsual ? null : hashPassword(password)]);
  const isRight = key.length === found.length && timingSafeEqual(key, found);
  return { isRight, anew: isRight ? anew : null };
}

function partsOf(stored: string): Cost & { salt: string; key: Buffer } {
  const parts = stored.split(":");
  const [salt, key] = parts.slice(-2);
  if (!salt || !key) throw new Error("The stored password hash cannot be read.");
  const [N, r, p] = parts.slice(1, 4).map(Number);
  const by = parts[0] === mark && N && r && p ? { N, r, p } : formerCost;
  return { ...by, salt, key: Buffer.from(key, "hex") };
}

function keyOf(password: string, salt: string, by: Cost): Promise<Buffer> {
  return derive(password.normalize("NFKC"), salt, keyBytes, { ...by, maxmem: 256 * by.N * by.r });
}
