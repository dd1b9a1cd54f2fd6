/** A title that is the key in better spelling; any other may name the field as something that it is not. */
export function saysTheSame(title: string, key: string): boolean {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, "");
  return bare(title) === bare(key);
}
