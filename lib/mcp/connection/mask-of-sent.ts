import { maskOf, type Mask } from "#lib/audit/mask.ts";
import type { ServerConfig } from "#lib/mcp/config/config.ts";
import { secretsInAnswers } from "#lib/mcp/config/secrets-of.ts";

const none: readonly string[] = [];

/**
 * Hides what a server was given, and the tokens that it was sent lately. The same mask serves until the next token: a
 * server may send much, and making a mask is slow.
 */
export function maskOfSent(config: ServerConfig, tokens: { readonly secrets: readonly string[] } | null): () => Mask {
  let known: { sent: readonly string[]; mask: Mask } | null = null;
  return () => {
    const sent = tokens?.secrets ?? none;
    if (known?.sent !== sent) known = { sent, mask: maskOf([...secretsInAnswers(config), ...sent]) };
    return known.mask;
  };
}
