/** The place of a conversation, what scrolls in it, and the column of what is written; the same with messages and without. */
export const threadLook = {
  place: "relative min-h-0 flex-1",
  viewport: "relative h-full overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges]",
  column: "mx-auto flex min-h-full w-full max-w-[46rem] flex-col gap-9 px-4 pt-8 pb-12 sm:px-6 pointer-coarse:gap-12",
};

/** A screen reader tells only what comes into a region that was on the page before: this one is there before the thread. */
export const announcementsId = "announcements";
