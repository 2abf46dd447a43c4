/** Where a part of a track begins, in seconds, and what it is called. */
export interface Chapter {
  readonly start: number;
  readonly title: string;
}

/** More than anybody looks through. */
export const MAX_CHAPTERS = 100;
export const MAX_CHAPTER_TITLE = 120;

/** Which chapter this second belongs to; undefined before the first. */
export function findChapter(chapters: readonly Chapter[], position: number): number | undefined {
  const index = chapters.findLastIndex(({ start }) => start <= position);
  return index < 0 ? undefined : index;
}

/** One more, at its place; where one begins already, that one stays. */
export function addChapter(chapters: readonly Chapter[], added: Chapter): readonly Chapter[] {
  if (chapters.some(({ start }) => start === added.start)) return chapters;
  return [...chapters, added].toSorted((one, other) => one.start - other.start);
}
