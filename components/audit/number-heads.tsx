/** Headings of columns of numbers, aligned with the digits. */
export function NumberHeads({ labels }: { labels: readonly string[] }) {
  return labels.map((label) => (
    <th key={label} scope="col" className="py-2 pl-4 text-right font-medium whitespace-nowrap">
      {label}
    </th>
  ));
}
