/** Start of a chapter in seconds, and its title. */
export interface Chapter {
  readonly start: number;
  readonly title: string;
}

export const MAX_CHAPTERS = 100;
export const MAX_CHAPTER_TITLE = 120;

/** Index of the chapter at this second; undefined before the first. */
export function findChapterIndex(
  chapters: readonly Chapter[],
  position: number,
): number | undefined {
  const index = chapters.findLastIndex(({ start }) => start <= position);
  return index < 0 ? undefined : index;
}

/** Inserts a chapter in order; an existing one at the same start is kept. */
export function addChapter(chapters: readonly Chapter[], added: Chapter): readonly Chapter[] {
  if (chapters.some(({ start }) => start === added.start)) return chapters;
  return [...chapters, added].toSorted((one, other) => one.start - other.start);
}
