/** How many cards wait. */
export function WaitingBadge({ count }: { count: number }) {
  return (
    <span className="inline-flex min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-fine font-medium text-accent-ink">
      {count}
      <span className="sr-only"> {count === 1 ? "card waits" : "cards wait"}</span>
    </span>
  );
}
