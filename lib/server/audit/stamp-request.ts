import { createHash, randomBytes } from "node:crypto";
import type { Certificate, CertificateChainValidationEngine, SignedData, SignerInfo } from "pkijs";

/** Why an answer is not a time stamp for the request, in a sentence. */
export class NoStamp extends Error {
  override name = "NoStamp";
}

type Expected = {
  /** What was stamped. */
  stamped: Buffer;
  /** The nonce of the request; null where nobody kept it. */
  nonce: Buffer | null;
  /** The token's certificate must chain to one of these; null does not check who stamped. */
  cas: readonly Certificate[] | null;
};

const oid = {
  signedData: "1.2.840.113549.1.7.2",
  tstInfo: "1.2.840.113549.1.9.16.1.4",
  contentType: "1.2.840.113549.1.9.3",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  sha256: "2.16.840.1.101.3.4.2.1",
  extendedKeyUsage: "2.5.29.37",
  timeStamping: "1.3.6.1.5.5.7.3.8",
  basicConstraints: "2.5.29.19",
};

/** MD5 and SHA-1, alone and in signatures: collisions can be made for both. */
const weak = new Set([
  "1.2.840.113549.2.5",
  "1.3.14.3.2.26",
  "1.2.840.113549.1.1.4",
  "1.2.840.113549.1.1.5",
  "1.2.840.10045.4.1",
]);

/** A chain has a few certificates; the limit ends a circular one. */
const mostIssuers = 32;

/** Makes a request to stamp the SHA-256 of the bytes (RFC 3161), asking for the stamping certificate too. */
export async function stampRequest(stamped: Buffer): Promise<{ body: Buffer; nonce: Buffer }> {
  const { AlgorithmIdentifier, MessageImprint, TimeStampReq } = await import("pkijs");
  const { Integer, Null, OctetString } = await import("asn1js");
  const nonce = randomBytes(16);
  // Positive and without leading zeros: then DER has only one encoding for it.
  nonce.writeUInt8((nonce.readUInt8() & 0x3f) | 0x40);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: exactly(sha256(stamped)) }),
    }),
    nonce: new Integer({ valueHex: exactly(nonce) }),
    certReq: true,
  });
  return { body: Buffer.from(request.toSchema().toBER()), nonce };
}

/** The token in an authority's answer, byte for byte as it was signed. Throws `NoStamp`. */
export async function stampToken(answer: Buffer): Promise<Buffer> {
  const { TimeStampResp } = await import("pkijs");
  const { fromBER, Sequence } = await import("asn1js");
  return understood("no answer of a time stamp authority", () => {
    const { status } = TimeStampResp.fromBER(exactly(answer)).status;
    if (status !== 0 && status !== 1) throw new NoStamp(`The authority refused, with status ${status}.`);
    const { result } = fromBER(exactly(answer));
    const token = result instanceof Sequence ? result.valueBlock.value[1] : undefined;
    if (token === undefined) throw new NoStamp("The authority sent no token.");
    return Buffer.from(token.valueBeforeDecodeView);
  });
}

/** Checks a token and resolves to its time. Throws `NoStamp`. */
export async function checkToken(token: Buffer, { stamped, nonce, cas }: Expected): Promise<Date> {
  const { ContentInfo, SignedData, TSTInfo } = await import("pkijs");
  const { signed, info, signer } = await understood("no time stamp", () => {
    const content = ContentInfo.fromBER(exactly(token));
    if (content.contentType !== oid.signedData) throw new NoStamp("It is not signed.");
    const signed = new SignedData({ schema: content.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== oid.tstInfo || eContent === undefined) throw new NoStamp("It is no time stamp.");
    const [signer, ...others] = signed.signerInfos;
    if (signer === undefined || others.length > 0) throw new NoStamp("It is not signed by one authority.");
    return { signed, info: TSTInfo.fromBER(eContent.getValue()), signer };
  });
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = Buffer.from(hashedMessage.valueBlock.valueHexView);
  if (hashAlgorithm.algorithmId !== oid.sha256 || !imprint.equals(sha256(stamped))) {
    throw new NoStamp("It is the stamp of something else.");
  }
  if (nonce !== null && !(info.nonce && nonce.equals(info.nonce.valueBlock.valueHexView))) {
    throw new NoStamp("It answers another request.");
  }
  const attributes = new Map(signer.signedAttrs?.attributes.map(({ type, values }) => [type, values[0]]));
  if (attributes.get(oid.contentType)?.valueBlock.toString() !== oid.tstInfo) {
    throw new NoStamp("What is signed is no time stamp.");
  }
  if (weak.has(signer.digestAlgorithm.algorithmId) || weak.has(signer.signatureAlgorithm.algorithmId)) {
    throw new NoStamp("It is signed with MD5 or SHA-1.");
  }
  const certificate = await certificateOf(signed, { stamped, cas });
  checkPurpose(certificate);
  await understood("not tied to the authority's certificate", () => checkNamed(signer, certificate));
  const { notBefore, notAfter } = certificate;
  if (info.genTime < notBefore.value || info.genTime > notAfter.value) {
    throw new NoStamp("Its certificate was not valid then.");
  }
  return info.genTime;
}

/** The certificate that signed the token; at the time of the stamp it chains to one of the authorities. */
async function certificateOf(
  signed: SignedData,
  { stamped, cas }: Pick<Expected, "stamped" | "cas">,
): Promise<Certificate> {
  // Revocation lists in the token come from the authority that they are about, so they prove nothing.
  delete signed.crls;
  delete signed.ocsps;
  let looked = 0;
  const findIssuer = (of: Certificate, engine: CertificateChainValidationEngine) => {
    looked += 1;
    if (looked > mostIssuers) throw new NoStamp("Its certificates are too many.");
    return engine.defaultFindIssuer(of, engine);
  };
  const found = await signed
    .verify({
      signer: 0,
      data: exactly(stamped),
      extendedMode: true,
      checkChain: cas !== null,
      trustedCerts: [...(cas ?? [])],
      passedWhenNotRevValues: true,
      findIssuer,
    })
    .catch((error: unknown) => {
      throw new NoStamp(`It cannot be trusted: ${error instanceof Error ? error.message : String(error)}.`);
    });
  const { signerCertificate: certificate, certificatePath: path } = found;
  if (found.signatureVerified !== true || !certificate) throw new NoStamp("Its signature is wrong.");
  if (cas !== null) await checkPath(certificate, path, cas);
  return certificate;
}

/** Checks that the library leaves out: that it validated this very chain, and each certificate's path length limit. */
async function checkPath(
  certificate: Certificate,
  path: readonly Certificate[],
  cas: readonly Certificate[],
): Promise<void> {
  const { BasicConstraints } = await import("pkijs");
  const last = path.at(-1);
  if (path[0] !== certificate || !cas.some((ca) => ca === last || (last && sameBytes(ca.tbsView, last.tbsView)))) {
    throw new NoStamp("It cannot be trusted: its certificates do not lead to the one that was given.");
  }
  for (const [index, { extensions = [] }] of path.entries()) {
    const limits = extensions.find(({ extnID }) => extnID === oid.basicConstraints)?.parsedValue;
    const most = limits instanceof BasicConstraints ? limits.pathLenConstraint : undefined;
    if (index > 0 && most !== undefined && !(Number(most) >= index - 1)) {
      throw new NoStamp("It cannot be trusted: its chain of certificates is longer than one of them allows.");
    }
  }
}

/** RFC 3161, 2.3: the certificate is for time stamps only, in a critical extension. */
function checkPurpose({ extensions = [] }: Certificate): void {
  const usage = extensions.find(({ extnID }) => extnID === oid.extendedKeyUsage);
  const purposes: unknown = usage?.parsedValue?.keyPurposes;
  const isOnly = Array.isArray(purposes) && purposes.length === 1 && purposes[0] === oid.timeStamping;
  if (!usage?.critical || !isOnly) throw new NoStamp("Its certificate is not for time stamps.");
  if (extensions.some(({ critical, parsedValue }) => critical && !parsedValue)) {
    throw new NoStamp("Its certificate asks for something that is not understood.");
  }
}

/** RFC 5816: the signed attributes name the certificate, so that no other can replace it. */
async function checkNamed({ signedAttrs }: SignerInfo, certificate: Certificate): Promise<void> {
  const { AlgorithmIdentifier, getHashAlgorithm } = await import("pkijs");
  const { OctetString, Sequence } = await import("asn1js");
  const first = (value: unknown) => (value instanceof Sequence ? value.valueBlock.value : []);
  const named = signedAttrs?.attributes.find(
    ({ type }) => type === oid.signingCertificateV2 || type === oid.signingCertificate,
  );
  const [algorithm, ...rest] = first(first(first(named?.values[0])[0])[0]);
  const hash = algorithm instanceof OctetString ? algorithm : rest[0];
  if (named === undefined || !(hash instanceof OctetString)) {
    throw new NoStamp("It does not name the authority's certificate.");
  }
  const usual = named.type === oid.signingCertificate ? "SHA-1" : "SHA-256";
  const name = algorithm instanceof Sequence ? getHashAlgorithm(new AlgorithmIdentifier({ schema: algorithm })) : usual;
  const der = Buffer.from(certificate.toSchema().toBER());
  if (!sameBytes(createHash(name.replace("-", "")).update(der).digest(), hash.valueBlock.valueHexView)) {
    throw new NoStamp("It names another certificate than it came with.");
  }
}

/** The certificates in a file in PEM. Throws an error whose message is a sentence. */
export async function certificatesIn(pem: string): Promise<Certificate[]> {
  const { Certificate } = await import("pkijs");
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return understood("no certificate in PEM", () => {
    if (blocks.length === 0) throw new NoStamp("It is no certificate in PEM.");
    return blocks.map((block) =>
      Certificate.fromBER(exactly(Buffer.from(block.replaceAll(/-----[^-]+-----/g, ""), "base64"))),
    );
  });
}

async function understood<Result>(what: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoStamp) throw error;
    throw new NoStamp(`It is ${what}.`, { cause: error });
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** As an ArrayBuffer of its own: a Buffer may be a view of a larger one. */
function exactly(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
