/** Whether a name fits a pattern in which `*` stands for any characters. In time proportional to both, whatever they are. */
export function nameFits(pattern: string, name: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return name === first;
  let from = first.length;
  for (const part of others) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}
