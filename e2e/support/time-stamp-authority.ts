import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

type Made = { usage?: string; days?: number; key?: string };

/** How an answer is bent: it gets the query, and what openssl says to it, and says what is sent. */
type Bend = (query: Buffer, reply: (query: Buffer) => Buffer) => Buffer;

/** A time stamp authority of openssl's, with a CA of its own, that answers over HTTP on loopback. */
export type TimeStampAuthority = {
  url: string;
  /** The CA's certificate, in PEM. */
  ca: string;
  caFile: string;
  queries: Buffer[];
  /** What openssl answers. */
  reply: (query: Buffer) => Buffer;
  /** Stamps with another certificate of the same CA from now on. */
  certify: (made: Made) => string;
  /** The certificate of a CA with this name for itself; the one that certifies is called `ca`. */
  root: (name: string) => string;
  /** One CA's certificate for another, both made where there are none. */
  vouch: (by: string, of: string, limits?: string) => string;
  /** What it answers from now on, instead of a status of 200 and openssl's answer. */
  answer: (bend: Bend | number) => void;
  /** Whether openssl too takes a token for a stamp of these bytes. */
  opensslTakes: (token: Buffer, stamped: Buffer) => boolean;
  close: () => Promise<void>;
};

const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

export async function timeStampAuthority(): Promise<TimeStampAuthority> {
  const folder = mkdtempSync(path.join(tmpdir(), "tsa-"));
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const authority = ["-addext", "keyUsage=critical,keyCertSign,cRLSign"];
  openssl(
    "req",
    "-x509",
    ...curve,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-subj",
    "/CN=ca",
    "-days",
    "9",
    ...authority,
  );
  openssl("req", ...curve, "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Stamps");
  writeFileSync(at("serial"), "01\n");
  writeFileSync(
    at("tsa.cnf"),
    `[tsa]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
ess_cert_id_chain = no
`,
  );
  const certify = ({ usage = "critical,timeStamping", days = 9 }: Made) => {
    writeFileSync(
      at("ext"),
      `${usage === "" ? "" : `extendedKeyUsage=${usage}\n`}keyUsage=critical,digitalSignature\n`,
    );
    const signedBy = ["-CA", "ca.pem", "-CAkey", "ca.key", "-set_serial", "77"];
    openssl("x509", "-req", "-in", "tsa.csr", ...signedBy, "-days", String(days), "-extfile", "ext", "-out", "tsa.pem");
    return readFileSync(at("tsa.pem"), "utf8");
  };
  certify({});
  const reply = (query: Buffer) => {
    writeFileSync(at("query"), query);
    const signer = ["-signer", "tsa.pem", "-inkey", "tsa.key"];
    openssl("ts", "-reply", "-config", "tsa.cnf", "-section", "tsa", "-queryfile", "query", ...signer, "-out", "reply");
    return readFileSync(at("reply"));
  };
  const root = (name: string) => {
    if (!existsSync(at(`${name}.pem`))) {
      openssl("req", "-x509", ...curve, "-keyout", `${name}.key`, "-out", `${name}.pem`, "-subj", `/CN=${name}`);
    }
    return readFileSync(at(`${name}.pem`), "utf8");
  };
  const vouch = (by: string, of: string, limits = "CA:TRUE") => {
    for (const name of [by, of]) root(name);
    writeFileSync(at("ca-ext"), `basicConstraints=critical,${limits}\nkeyUsage=critical,keyCertSign\n`);
    openssl("req", "-new", "-key", `${of}.key`, "-out", `${of}.csr`, "-subj", `/CN=${of}`);
    const signedBy = ["-CA", `${by}.pem`, "-CAkey", `${by}.key`, "-set_serial", "78", "-extfile", "ca-ext"];
    return openssl("x509", "-req", "-in", `${of}.csr`, ...signedBy, "-days", "9").toString();
  };
  const opensslTakes = (token: Buffer, stamped: Buffer) => {
    writeFileSync(at("token"), token);
    writeFileSync(at("stamped"), stamped);
    try {
      openssl("ts", "-verify", "-data", "stamped", "-token_in", "-in", "token", "-CAfile", "ca.pem");
      return true;
    } catch {
      return false;
    }
  };

  const queries: Buffer[] = [];
  let how: Bend | number = (query, usual) => usual(query);
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const query = Buffer.concat(pieces);
      queries.push(query);
      if (typeof how === "number") return void response.writeHead(how).end();
      const isQuery = request.headers["content-type"] === "application/timestamp-query";
      response.writeHead(isQuery ? 200 : 415, { "content-type": "application/timestamp-reply" }).end(how(query, reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    ca: readFileSync(at("ca.pem"), "utf8"),
    caFile: at("ca.pem"),
    queries,
    reply,
    certify,
    root,
    vouch,
    answer: (bend) => (how = bend),
    opensslTakes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          rmSync(folder, { recursive: true });
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
