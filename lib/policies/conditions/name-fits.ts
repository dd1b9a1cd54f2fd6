/** Whether a name fits a pattern in which `*` stands for any characters. In time proportional to both, whatever they are. */
export function nameFits(pattern: string, name: string): boolean {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === name;
  // Most patterns of a file end here; one call may meet a thousand of them.
  for (let at = 0; at < star; at += 1) if (pattern.charCodeAt(at) !== name.charCodeAt(at)) return false;
  const others = pattern.slice(star + 1).split("*");
  const last = others.pop() ?? "";
  let from = star;
  for (const part of others) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}
