/** The host alone: the rest of an address may be a secret, as Slack's is. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "an unknown host";
}
