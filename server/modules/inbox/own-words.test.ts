import { describe, expect, test } from 'vitest';
import { ownWords } from './own-words.ts';

const DESK = 'desk@cradlesong.example';
const GMAIL_LINE = `On Tue, 24 Nov 2026 at 21:58, Cradlesong <${DESK}> wrote:`;
const QUOTE = '> Our answer to you\n>\n> Turn it up.';

describe('of a reply is cut', () => {
  test.each([
    ['a quote at the end, with its line', `Hers\n\n${GMAIL_LINE}\n\n${QUOTE}\n`],
    [
      'a line of three',
      `Hers\n\nOn Tue, 24 Nov 2026 at 21:58,\nCradlesong <${DESK}>\nwrote:\n${QUOTE}`,
    ],
    ['in German', `Hers\n\nAm 24.11.2026 um 21:58 schrieb Cradlesong:\n${QUOTE}`],
    ['in French', `Hers\n\nLe mar. 24 nov. 2026 à 21:58, Cradlesong <${DESK}> a écrit :\n${QUOTE}`],
    ['in Japanese', `Hers\n\n2026年11月24日(火) 21:58 Cradlesong <${DESK}>:\n\n${QUOTE}`],
    ['a quote without its line', `Hers\n\n${QUOTE}`],
    ['a quote at the beginning', `${GMAIL_LINE}\n${QUOTE}\n\nHers`],
    ['ours without a sign before it', `Hers\n\n${GMAIL_LINE}\n\nOur answer to you\n\nTurn it up.`],
    [
      'the mail below Outlook’s line',
      'Hers\n\n-----Ursprüngliche Nachricht-----\nVon: Cradlesong\n\nOurs',
    ],
    [
      'the mail below Outlook’s headers',
      `Hers\n\nDe : Cradlesong <${DESK}>\nEnvoyé : mardi 24 novembre 2026 21:58\nÀ : Ruth\nObjet : Our answer\n\nOurs`,
    ],
    ['a signature', 'Hers\n\n-- \nRuth Bell\nMother of three'],
    ['a signature before the quote', `Hers\n\n--\nRuth Bell\n\n${GMAIL_LINE}\n${QUOTE}`],
    ['a signature below the quote', `Hers\n\n${GMAIL_LINE}\n${QUOTE}\n\n-- \nRuth Bell`],
    ['what a telephone writes', `Hers\r\n\r\nVon meinem iPhone gesendet\r\n\r\n${QUOTE}`],
    ['what Outlook writes', 'Hers\n\nGet Outlook for iOS <https://aka.example/o0ukef>'],
  ])('%s', (_what, text) => {
    expect(ownWords(text, [DESK])).toBe('Hers');
  });
});

describe('of a reply stays', () => {
  test.each([
    [
      'what she answers between',
      `${GMAIL_LINE}\n> Did you turn it up?\n\nYes.\n\n> And the other?\n\nAlso.`,
    ],
    ['what she wrote above and below', `Before\n\n${GMAIL_LINE}\n${QUOTE}\n\nAfter`],
    ['a list of hers that begins with a dash', 'Two things:\n-- the first\n-- the second'],
    ['a long text below two dashes', `Hers\n--\n${'A line of hers\n'.repeat(20).trim()}`],
    ['a sentence of hers before a colon', 'You said on 3.4. to do two things:\n\n- one'],
    ['names of cities that look like headers', 'From: London\nTo: Paris\nDate: tomorrow'],
    [
      'an address of ours in a sentence',
      `I wrote to ${DESK} on 3 May 2026 at 10:00 and heard:\n\nNothing.`,
    ],
    ['a last sentence about sending', 'Sent from my heart'],
    ['a mail that is only a quote', QUOTE],
  ])('%s', (_what, text) => {
    expect(ownWords(text, [DESK])).toBe(text);
  });

  test('a sentence of hers before a quote, of which only the quote goes', () => {
    expect(ownWords(`You wrote, and I quote:\n\n${QUOTE}`, [DESK])).toBe('You wrote, and I quote:');
  });
});
