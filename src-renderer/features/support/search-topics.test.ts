import { describe, expect, test } from 'vitest';
import { readSections } from '#contract/constants/texts/read-sections.ts';
import { SUPPORT_TEXTS } from '#contract/constants/texts/support-texts.ts';
import { searchTopics, topicOf } from './search-topics.ts';

const supportQuestions = readSections(SUPPORT_TEXTS.questions).map(topicOf);

const found = (typed: string) => searchTopics(supportQuestions, typed).map(({ id }) => id);

describe('[C1] the search for support topics', () => {
  test('shows everything while nothing is typed', () => {
    expect(found('')).toHaveLength(supportQuestions.length);
    expect(found('   ')).toHaveLength(supportQuestions.length);
  });

  test('finds a word in the question, the answer or the keywords', () => {
    expect(found('Password')).toEqual(['password']);
    expect(found('spam folder')).toEqual(['password']);
    expect(found('bluetooth')).toEqual(['no-sound']);
  });

  test('requires every word, in any order and letter case', () => {
    expect(found('LISTEN offline')).toEqual(['offline']);
    expect(found('offline giraffe')).toEqual([]);
  });
});
