export interface TranscriptSentence {
  readonly text: string;
  /** Its place among all sentences of the transcript: where its time stands in the timings. */
  readonly index: number;
}

export interface TranscriptParagraph {
  readonly sentences: readonly TranscriptSentence[];
  /** Where the paragraph comes from, in brackets at its end; it is read and not spoken. */
  readonly reference: string | null;
}

const REFERENCE = /\s*(\([^()]*\))$/;
/** A full stop, a question or an exclamation mark, with the quotation marks that close after it. */
const SENTENCE_END = /(?<=[.!?…]["'”’)]*)\s+/;

/**
 * A transcript as it is said: paragraphs, and in them sentences, numbered through. The timings of a
 * track have one entry for each of these sentences, in this order.
 */
export function readTranscript(transcript: string): TranscriptParagraph[] {
  let index = 0;
  return transcript
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => {
      const [whole, reference] = REFERENCE.exec(paragraph) ?? ['', null];
      const said = paragraph.slice(0, paragraph.length - whole.length);
      const sentences = said.split(SENTENCE_END).filter((text) => text !== '');
      return {
        sentences: sentences.map((text) => ({ text, index: index++ })),
        reference: reference ?? null,
      };
    });
}

export function countSentences(transcript: string): number {
  return readTranscript(transcript).reduce((sum, { sentences }) => sum + sentences.length, 0);
}
