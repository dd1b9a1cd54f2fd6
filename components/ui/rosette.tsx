/**
 * The mark of the app: a guilloche, the woven line that cheques carry because it is hard to forge. `fine` is for large
 * sizes, `seal` is its simple form for small ones.
 */
export function Rosette({ weave, className = "" }: { weave: "fine" | "seal"; className?: string }) {
  return (
    <svg viewBox="-50 -50 100 100" fill="none" stroke="currentColor" aria-hidden="true" className={className}>
      {weaves[weave].map(({ line, width }) => (
        <path key={line} d={line} strokeWidth={width} />
      ))}
    </svg>
  );
}

const weaves = {
  fine: [
    { line: rosettePath({ petals: 29, windings: 4, middle: 37, swing: 11 }), width: 1.1 },
    { line: rosettePath({ petals: 13, windings: 3, middle: 15, swing: 8 }), width: 1.1 },
  ],
  seal: [{ line: rosettePath({ petals: 9, windings: 2, middle: 30, swing: 16 }), width: 4.5 }],
};

/** A closed line that swings between two radii `petals` times in `windings` turns, and so weaves through itself. */
function rosettePath(line: { petals: number; windings: number; middle: number; swing: number }): string {
  const steps = line.petals * 20;
  const points = Array.from({ length: steps }, (_, step) => {
    const share = (step / steps) * 2 * Math.PI;
    const angle = share * line.windings;
    const radius = line.middle + line.swing * Math.cos(share * line.petals);
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}
