/** The rest of an address may be a secret of its own: Slack's is. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "an unknown host";
}
