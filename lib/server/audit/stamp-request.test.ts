import { X509Certificate } from "node:crypto";
import { Certificate, ContentInfo, SignedData } from "pkijs";
import { expect, onTestFinished, test } from "vitest";
import { timeStampAuthority, type TimeStampAuthority } from "#e2e/support/time-stamp-authority.ts";
import { certificatesIn, checkToken, NoStamp, stampRequest, stampToken } from "./stamp-request.ts";

const stamped = Buffer.from("the head of a trail");

async function authority(): Promise<TimeStampAuthority> {
  const made = await timeStampAuthority();
  onTestFinished(made.close);
  return made;
}

async function tokenOf({ reply }: TimeStampAuthority, of = stamped) {
  const { body, nonce } = await stampRequest(of);
  return { token: await stampToken(reply(body)), nonce };
}

/** The same token with other certificates along with it, which are not part of what is signed. */
function withCertificates(token: Buffer, pems: string[]): Buffer {
  const content = ContentInfo.fromBER(new Uint8Array(token).buffer);
  const signed = new SignedData({ schema: content.content });
  signed.certificates = pems.map((pem) => Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw).buffer));
  content.content = signed.toSchema(true);
  return Buffer.from(content.toSchema().toBER());
}

test("H16: a stamp of openssl's authority is taken, and says when", async () => {
  const tsa = await authority();
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  const { token, nonce } = await tokenOf(tsa);
  const cas = await certificatesIn(tsa.ca);
  const at = await checkToken(token, { stamped, nonce, cas });
  expect(at.getTime()).toBeGreaterThanOrEqual(before);
  expect(at.getTime()).toBeLessThanOrEqual(Date.now());
  expect(tsa.opensslTakes(token, stamped)).toBe(true);
});

test("H16: a stamp of something else, with another nonce or of another CA is refused", async () => {
  const [tsa, other] = [await authority(), await authority()];
  const { token, nonce } = await tokenOf(tsa);
  const cas = await certificatesIn(tsa.ca);
  const { nonce: otherNonce } = await stampRequest(stamped);
  await expect(checkToken(token, { stamped: Buffer.from("else"), nonce, cas })).rejects.toThrow("of something else");
  await expect(checkToken(token, { stamped, nonce: otherNonce, cas })).rejects.toThrow("another request");
  const otherCas = await certificatesIn(other.ca);
  await expect(checkToken(token, { stamped, nonce, cas: otherCas })).rejects.toThrow("cannot be trusted");
  // A CA vouches for others only.
  await expect(checkToken(token, { stamped, nonce, cas: await certificatesIn(tsa.certify({})) })).rejects.toThrow(
    "cannot be trusted",
  );
  await expect(certificatesIn("no certificate")).rejects.toThrow("no certificate in PEM");
});

test("H16: a stamp that was changed never states another moment", async () => {
  const tsa = await authority();
  const { token } = await tokenOf(tsa);
  const cas = await certificatesIn(tsa.ca);
  const at = await checkToken(token, { stamped, nonce: null, cas });
  for (let index = 0; index < token.length; index += 4) {
    const changed = Buffer.from(token);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    const said = await checkToken(changed, { stamped, nonce: null, cas }).catch((error: unknown) => error);
    if (said instanceof Date) expect(said).toEqual(at);
    else expect(said, `byte ${index}`).toBeInstanceOf(NoStamp);
  }
});

test("H16: a certificate that had ended, or is not for time stamps, is refused", async () => {
  const tsa = await authority();
  const cas = await certificatesIn(tsa.ca);
  const { token, nonce } = await tokenOf(tsa);
  for (const usage of ["", "critical,serverAuth", "timeStamping", "critical,timeStamping,serverAuth"]) {
    const other = withCertificates(token, [tsa.certify({ usage })]);
    await expect(checkToken(other, { stamped, nonce, cas: null })).rejects.toThrow("not for time stamps");
  }
  const renewed = withCertificates(token, [tsa.certify({ days: 8 })]);
  await expect(checkToken(renewed, { stamped, nonce, cas: null })).rejects.toThrow("names another certificate");
  tsa.certify({ days: -1 });
  const { token: late } = await tokenOf(tsa);
  await expect(checkToken(late, { stamped, nonce: null, cas })).rejects.toThrow("expired");
  await expect(checkToken(late, { stamped, nonce: null, cas: null })).rejects.toThrow("not valid then");
  await expect(checkToken(withCertificates(token, []), { stamped, nonce, cas })).rejects.toThrow("cannot be trusted");
});

test("H16: certificates that vouch for each other in a circle are not followed for ever", async () => {
  const [tsa, other] = [await authority(), await authority()];
  const certificate = tsa.certify({});
  const { token, nonce } = await tokenOf(tsa);
  const inCircle = withCertificates(token, [certificate, tsa.vouch("ca", "b"), tsa.vouch("b", "ca")]);
  const cas = await certificatesIn(other.ca);
  await expect(checkToken(inCircle, { stamped, nonce, cas })).rejects.toThrow("too many");
});

test("H16: a chain of certificates is as long as each of them allows, and no longer", async () => {
  const tsa = await authority();
  const certificate = tsa.certify({});
  const cas = await certificatesIn(tsa.root("root"));
  const between = tsa.vouch("b", "ca");
  const chains = [1, 0].map((most) => [certificate, between, tsa.vouch("root", "b", `CA:TRUE,pathlen:${most}`)]);
  const { token, nonce } = await tokenOf(tsa);
  const [allowed = token, tooLong = token] = chains.map((chain) => withCertificates(token, chain));
  expect(await checkToken(allowed, { stamped, nonce, cas })).toBeInstanceOf(Date);
  await expect(checkToken(tooLong, { stamped, nonce, cas })).rejects.toThrow("longer than one of them allows");
});

test("H16: what is no answer of an authority is refused in words", async () => {
  const tsa = await authority();
  const { body } = await stampRequest(stamped);
  const answer = tsa.reply(body);
  const deep = Buffer.alloc(60_000, Buffer.from([0x30, 0x80]));
  for (const wrong of [Buffer.alloc(0), Buffer.from("<html>"), body, deep, answer.subarray(0, 300)]) {
    await expect(stampToken(wrong)).rejects.toThrow(NoStamp);
    await expect(checkToken(wrong, { stamped, nonce: null, cas: null })).rejects.toThrow(NoStamp);
  }
  // Of another digest than this authority takes.
  const refused = tsa.reply(
    Buffer.from(
      body.toString("latin1").replace("\x60\x86\x48\x01\x65\x03\x04\x02\x01", "\x60\x86\x48\x01\x65\x03\x04\x02\x08"),
      "latin1",
    ),
  );
  await expect(stampToken(refused)).rejects.toThrow("refused, with status 2");
});
