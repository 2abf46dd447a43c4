import type { SupportTopic } from './support-content.ts';

/** Topics in which every typed word occurs, in any letter case; all of them while nothing is typed. */
export function searchTopics(topics: readonly SupportTopic[], typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return topics.filter(({ title, text, words: more }) => {
    const haystack = `${title} ${text} ${more}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
