/** The mark of the app: a guilloche, the woven line that cheques carry because it is hard to forge. */
export function Rosette({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="-50 -50 100 100" fill="none" stroke="currentColor" aria-hidden="true" className={className}>
      <path d={outer} strokeWidth={1.1} />
      <path d={inner} strokeWidth={1.1} />
    </svg>
  );
}

const outer = rosettePath(13, 39, 9);
const inner = rosettePath(8, 17, 7);

/** A closed line that swings `petals` times between the radii `middle - swing` and `middle + swing`, twice around. */
function rosettePath(petals: number, middle: number, swing: number): string {
  const steps = petals * 24;
  const points = Array.from({ length: steps }, (_, step) => {
    const turn = (step / steps) * 4 * Math.PI;
    const radius = middle + swing * Math.cos((petals * turn) / 2);
    return `${(radius * Math.cos(turn)).toFixed(1)} ${(radius * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
