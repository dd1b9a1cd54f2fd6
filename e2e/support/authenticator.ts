import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Lies = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean; counter?: number };

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** An authenticator of software, with one passkey, that answers as browsers write it; and lies when it is told to. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #key: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #at: { origin: string; rpId: string };
  counter = 0;

  constructor(at: { origin: string; rpId: string }) {
    this.#at = at;
  }

  /** What `navigator.credentials.create` gives. */
  make(asked: object, lies: Lies = {}) {
    const authData = Buffer.concat([
      this.#head(flags.attested, lies),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#cose(),
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from("fmt"),
      Buffer.from([0x64]),
      Buffer.from("none"),
      Buffer.from([0x67]),
      Buffer.from("attStmt"),
      Buffer.from([0xa0, 0x68]),
      Buffer.from("authData"),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    const clientDataJSON = this.#clientData("webauthn.create", asked, lies);
    return {
      ...this.#common(),
      response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestation) },
    };
  }

  /** What `navigator.credentials.get` gives. */
  show(asked: object, lies: Lies = {}) {
    const authData = this.#head(0, { counter: (this.counter += 1), ...lies });
    const clientDataJSON = this.#clientData("webauthn.get", asked, lies);
    const signed = Buffer.concat([authData, sha256(clientDataJSON)]);
    const signature = sign("sha256", signed, this.#key.privateKey);
    const response = {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authData),
      signature: text(signature),
    };
    return { ...this.#common(), response };
  }

  #common() {
    return { id: text(this.id), rawId: text(this.id), type: "public-key", clientExtensionResults: {} } as const;
  }

  #head(more: number, { rpId = this.#at.rpId, isVerified = true, counter = this.counter }: Lies): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const said = flags.present | (isVerified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([said]), count]);
  }

  #clientData(type: string, asked: object, { origin = this.#at.origin, challenge }: Lies): Buffer {
    const { challenge: given } = asked as { challenge: string };
    return Buffer.from(JSON.stringify({ type, challenge: challenge ?? given, origin, crossOrigin: false }));
  }

  #cose(): Buffer {
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
    return Buffer.concat([
      head,
      Buffer.from(x, "base64url"),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, "base64url"),
    ]);
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function text(bytes: Buffer): string {
  return bytes.toString("base64url");
}
