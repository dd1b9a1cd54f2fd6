const looks = new Set<() => void>();

/** Calls `look` whenever cards may have moved; returns the function that stops it. */
export function onMovement(look: () => void): () => void {
  looks.add(look);
  return () => looks.delete(look);
}

/**
 * Announces that cards may have moved. Called where a card changes its size, before the change is painted: the other
 * cards turn inert in that very frame, not when the browser reports the shift.
 */
export function noticeMovement(): void {
  for (const look of looks) look();
}
