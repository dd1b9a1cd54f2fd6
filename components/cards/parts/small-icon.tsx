/** A picture that a server gives beside a name, which says all that it does. It is data: nothing is loaded. */
export function SmallIcon({ icon }: { icon: string | null }) {
  if (icon === null) return null;
  return (
    // The picture stands in its own address.
    // oxlint-disable-next-line next/no-img-element
    <img src={icon} alt="" width={16} height={16} className="inline-block size-4 shrink-0 rounded-sm object-contain" />
  );
}
