import { maskOf, type Mask } from "#lib/audit/mask.ts";
import { namesSecret } from "#lib/untrusted/names-secret.ts";
import { percentDecoded } from "#lib/network/percent-decoded.ts";

/** The part of a server's transport that may hold some. */
type Given = {
  transport:
    | { kind: "stdio"; args: string[]; env: Record<string, string> }
    | { kind: "http"; url: string; headers: Record<string, string>; oauth?: { clientSecret: string | null } };
};

/**
 * The values of a server's configuration that nothing may repeat (THREATS H3: keys in no log): headers, variables and
 * arguments with the name of a secret, and the same in an address.
 */
export function secretsOf({ transport }: Given): string[] {
  return secretsIn(transport, Object.values);
}

/** A shorter word may well be one of an honest answer. */
const leastInAnswers = 12;

/** Those of them that a server's own answers must not repeat: what is named for a secret, and is as long as one. */
export function secretsInAnswers({ transport }: Given): string[] {
  const named = (headers: Record<string, string>) =>
    Object.entries(headers).flatMap(([name, value]) => (namesSecret(name) ? [value] : []));
  return secretsIn(transport, named).filter(({ length }) => length >= leastInAnswers);
}

const none: readonly string[] = [];

/**
 * Hides what a server was given, and the tokens that it was sent lately. The same mask serves until the next token: a
 * server may send much, and making a mask is slow.
 */
export function maskOfSent(config: Given, tokens: { readonly secrets: readonly string[] } | null): () => Mask {
  let known: { sent: readonly string[]; mask: Mask } | null = null;
  return () => {
    const sent = tokens?.secrets ?? none;
    if (known?.sent !== sent) known = { sent, mask: maskOf([...secretsInAnswers(config), ...sent]) };
    return known.mask;
  };
}

function secretsIn(transport: Given["transport"], headersIn: (headers: Record<string, string>) => string[]): string[] {
  if (transport.kind === "http") {
    const { password, searchParams } = new URL(transport.url);
    const query = [...searchParams].filter(([name]) => namesSecret(name)).map(([, value]) => value);
    // In "Bearer abc" the second word is the secret.
    const headers = headersIn(transport.headers).flatMap((value) => [value, value.split(" ").at(-1) ?? ""]);
    return [...headers, percentDecoded(password) ?? password, ...query, transport.oauth?.clientSecret ?? ""].filter(
      (value) => value !== "",
    );
  }
  const { env, args } = transport;
  const named = Object.entries(env).filter(([name]) => namesSecret(name));
  const passed = args.flatMap((arg, at) => {
    const [name = "", ...value] = arg.split("=");
    const announced = args[at - 1] ?? "";
    if (value.length > 0) return namesSecret(name) ? [value.join("=")] : [];
    return /^-[^=]*$/.test(announced) && namesSecret(announced) ? [arg] : [];
  });
  return [...named.map(([, value]) => value), ...passed].filter((value) => value !== "");
}
