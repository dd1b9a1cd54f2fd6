/** Whether a title is only the key in better spelling; another title may give the field a false name. */
export function saysTheSame(title: string, key: string): boolean {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, "");
  return bare(title) === bare(key);
}
