import type { TextSection } from '#contract/constants/texts/read-sections.ts';

/** A question and its answer; `words` are extra search terms. */
export interface SupportTopic extends TextSection {
  readonly words: string;
}

const KEYWORDS = /^Keywords: (.*)$/m;

/** Moves the line of keywords from the text to `words`. */
export function topicOf(section: TextSection): SupportTopic {
  const [, words = ''] = KEYWORDS.exec(section.text) ?? [];
  return { ...section, text: section.text.replace(KEYWORDS, '').trim(), words };
}

/** Topics that contain every typed word, ignoring case; all topics for an empty query. */
export function searchTopics(topics: readonly SupportTopic[], typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return topics.filter(({ title, text, words: more }) => {
    const haystack = `${title} ${text} ${more}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
