import type { ImportNote } from "./found-server.ts";

const listed = (keys: string) => new Set(keys.split(" "));

/** Keys that only say what runs without asking in another app. */
const approvals = listed("autoApprove alwaysAllow autoAllow autoApproveAll trust trusted allowedTools");
const times = listed("timeout timeoutMs callTimeoutMs initTimeout startupTimeout startup_timeout_sec");
/** Keys that neither start nor limit anything. */
const words = listed("description version icon gallery displayName name id note metadata source");
const looks = listed("dev debug era comment $comment _comment");
const signsIn = listed("oauth auth authorization authProviderType headersHelper oauthClientId");
const limits = listed(
  "tools excludeTools includeTools disabledTools enabledTools disabled_tools enabled_tools toolFilter sandbox sandboxEnabled exposure network permissions",
);

/** What a person is told of a key that is not taken over; null for one that needs no word. */
export function noteOnKey(key: string, value: unknown): ImportNote | null {
  const named = `“${key}”`;
  if (approvals.has(key))
    return {
      sentence: `${named} is ignored: what runs without asking is decided here, by rules and on this page.`,
      limits: false,
    };
  if (times.has(key)) return { sentence: `${named} is ignored: calls have the usual time here.`, limits: false };
  if (words.has(key)) return null;
  if (looks.has(key)) return { sentence: `${named} is ignored: it means nothing here.`, limits: false };
  if (signsIn.has(key)) {
    const sentence = `${named} is ignored: where the server wants a sign-in, Countersign says so and offers it. Where it takes a token, give that as a header or a variable.`;
    return { sentence, limits: true };
  }
  // Of all its tools.
  if (key === "tools" && Array.isArray(value) && value.length === 1 && value[0] === "*") return null;
  if (limits.has(key)) {
    const sentence = `${named} is ignored, and it limits the server. Look at each tool before you accept it.`;
    return { sentence, limits: true };
  }
  return {
    sentence: `${named} is ignored: it is not known here. If it limits the server, that does not count.`,
    limits: true,
  };
}
