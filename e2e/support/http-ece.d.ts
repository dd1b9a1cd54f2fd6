/** The part of http_ece that the tests use; it comes without types. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  type Options = { version: "aes128gcm"; privateKey: ECDH; authSecret: Buffer };
  const httpEce: { decrypt: (body: Buffer, options: Options) => Buffer };
  export default httpEce;
}
