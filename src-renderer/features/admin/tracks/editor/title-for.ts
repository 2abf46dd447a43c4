import { capitalize } from '#renderer/features/admin/shared/format.ts';

/** 'morning_prayer-02.MP3' → 'Morning prayer 02'. */
export function titleFor(name: string): string {
  const words = name
    // macOS decomposes letters and diacritics in file names.
    .normalize('NFC')
    .replace(/\.\w+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  return capitalize(words) || 'Untitled';
}
