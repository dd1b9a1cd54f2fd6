const looks = new Set<() => void>();

/** Calls `look` whenever somebody says that cards may have moved; returns the way to stop it. */
export function onMovement(look: () => void): () => void {
  looks.add(look);
  return () => looks.delete(look);
}

/**
 * Says that cards may have moved. Called where a card changes its size, before the change is painted: the others then
 * turn inert in that very frame, and not when the browser gets round to reporting the shift.
 */
export function noticeMovement(): void {
  for (const look of looks) look();
}
