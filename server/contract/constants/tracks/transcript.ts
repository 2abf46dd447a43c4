export interface TranscriptSentence {
  readonly text: string;
  /** Index among all sentences, and in the timings. */
  readonly index: number;
}

export interface TranscriptParagraph {
  readonly sentences: readonly TranscriptSentence[];
  /** Source of the paragraph, in brackets at its end; not spoken. */
  readonly reference: string | null;
}

const REFERENCE = /\s*(\([^()]*\))$/;
/** Sentence end: a full stop, question or exclamation mark, with closing quotation marks. */
const SENTENCE_END = /(?<=[.!?…]["'”’)]*)\s+/;

/**
 * Splits a transcript into paragraphs and numbered sentences. The timings of a track have one entry per
 * sentence, in this order.
 */
export function readTranscript(transcript: string): TranscriptParagraph[] {
  let index = 0;
  return transcript
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const [whole, reference] = REFERENCE.exec(paragraph) ?? ['', null];
      const spoken = paragraph.slice(0, paragraph.length - whole.length);
      const sentences = spoken.split(SENTENCE_END).filter((text) => text !== '');
      return {
        sentences: sentences.map((text) => ({ text, index: index++ })),
        reference: reference ?? null,
      };
    });
}

export function countSentences(transcript: string): number {
  return readTranscript(transcript).reduce((sum, { sentences }) => sum + sentences.length, 0);
}
