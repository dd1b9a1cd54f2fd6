import { z } from "zod";

/** A password in a request; only a new one is checked for its strength. */
export const password = z.string().min(1).max(128, "is longer than 128 characters");
export const newPassword = password.min(12, "is shorter than 12 characters");
export const email = z.email("is not an e-mail address").max(300);
export const name = z.string().trim().min(1, "is empty").max(100, "is longer than 100 characters");
export const key = z.string().min(1).max(200);

const bytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/, "is not base64url");
const short = z.string().max(50);
const common = {
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  authenticatorAttachment: short.optional(),
  clientExtensionResults: z.looseObject({}),
};

/** A browser's answer with a passkey, in WebAuthn's JSON form. */
export const passkeyAnswer = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});

/** A browser's answer with a new passkey, likewise. */
export const newPasskey = z.strictObject({
  ...common,
  response: z.strictObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes.optional(),
    publicKey: bytes.optional(),
    publicKeyAlgorithm: z.number().optional(),
    transports: z.array(short).max(10).optional(),
  }),
});
