/** 'morning_prayer-02.MP3' → 'Morning prayer 02'. */
export function titleFor(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Untitled';
}
