/**
 * What she wrote herself of a reply in plain text. Cut is what is certainly ours or her mail program's: what is quoted
 * at the end or at the beginning with the line that announces it, the mail below Outlook's headers, and a signature.
 * What cannot be told apart stays, and a mail of which nothing would stay stays whole.
 */
export function ownWords(text: string, ownAddresses: readonly string[] = []): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .split('\n')
    .map((line) => line.trimEnd());
  const own = cutSignature(cutLeadingQuote(cutTrailing(lines, ownAddresses)));
  return tidy(own) || tidy(lines);
}

const isQuoted = (line: string) => line.startsWith('>');
const isBlank = (line: string) => line.trim() === '';
const tidy = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** An announcement may be broken into so many lines. */
const ANNOUNCED_IN = 3;

function cutTrailing(lines: readonly string[], ownAddresses: readonly string[]): string[] {
  const quoteAt = beginOfQuoteAtEnd(lines);
  const begins = [
    quoteAt === undefined ? undefined : beginOfAnnouncement(lines, quoteAt),
    lines.findIndex(isOriginalMark),
    lines.findIndex((_, at) => isHeaderBlock(lines, at)),
    beginOfOurs(lines, ownAddresses),
  ].filter((at): at is number => at !== undefined && at !== -1);
  const kept = lines.slice(0, Math.min(lines.length, ...begins));
  // Outlook draws a line above its headers.
  return kept.slice(0, kept.findLastIndex((line) => !isBlank(line) && !/^_{5,}$/.test(line)) + 1);
}

/** Undefined when something else than a quote stands last, a signature aside. */
function beginOfQuoteAtEnd(lines: readonly string[]): number | undefined {
  const kept = withoutBlankEnd(cutSignature(lines));
  let begin = kept.length;
  while (begin > 0 && (isQuoted(kept[begin - 1] ?? '') || isBlank(kept[begin - 1] ?? ''))) {
    begin -= 1;
  }
  while (begin < kept.length && isBlank(kept[begin] ?? '')) begin += 1;
  return begin === kept.length ? undefined : begin;
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

/** Where the sentence before a quote begins that says whose it is, or the quote itself. */
function beginOfAnnouncement(lines: readonly string[], quoteAt: number): number {
  let end = quoteAt;
  while (end > 0 && isBlank(lines[end - 1] ?? '')) end -= 1;
  const begins = Array.from({ length: ANNOUNCED_IN }, (_, more) => end - 1 - more);
  const sentenceFrom = (begin: number) => sentenceOf(lines.slice(Math.max(0, begin), end));
  // As short as it can be: a line of hers may stand right above it. With its time first, which is the more of it.
  return (
    begins.find((begin) => begin >= 0 && announces(sentenceFrom(begin), TIME)) ??
    begins.find((begin) => begin >= 0 && announces(sentenceFrom(begin), ADDRESS)) ??
    quoteAt
  );
}

const TIME = /\d{4}.*\d{1,2}[:.]\d{2}/;
const ADDRESS = /<\S+@\S+>/;
const LONGEST_ANNOUNCEMENT = 300;

/** In any language: it ends in a colon. */
const announces = (sentence: string, sign: RegExp) =>
  sentence.length <= LONGEST_ANNOUNCEMENT && /[:：]$/.test(sentence) && sign.test(sentence);

/** Empty when they are not one. */
const sentenceOf = (lines: readonly string[]) =>
  lines.some((line) => isBlank(line) || isQuoted(line)) ? '' : lines.join(' ');

/** Without a sign before each line nothing else tells where ours begins: it is announced with an address of ours. */
function beginOfOurs(lines: readonly string[], ownAddresses: readonly string[]) {
  const signs = ownAddresses.map((address) => `<${address.toLowerCase()}>`);
  for (const [at, line] of lines.entries()) {
    if (!/[:：]$/.test(line) || isQuoted(nextWords(lines, at + 1))) continue;
    const begin = beginOfAnnouncement(lines, at + 1);
    const sentence = sentenceOf(lines.slice(begin, at + 1));
    const isOfOurs = signs.some((sign) => sentence.toLowerCase().includes(sign));
    if (isOfOurs && announces(sentence, TIME)) return begin;
  }
  return undefined;
}

function nextWords(lines: readonly string[], from: number): string {
  let at = from;
  while (at < lines.length && isBlank(lines[at] ?? '')) at += 1;
  return lines[at] ?? '';
}

/** `-----Original Message-----` and its translations. */
const isOriginalMark = (line: string) => /^-{5} ?\p{L}[\p{L}' ]{5,40}-{5}$/u.test(line.trim());

/** How Outlook names the headers of the mail it answers to, the subject's among them. */
const FROM = /^\*?(From|Von|De|Da|Van|Från|Fra|Od)\s?:\*? .*\S/;
const SUBJECT =
  /^\*?(Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Assunto|Ämne|Emne|Temat)\s?:\*? /;
const HEADER = /^\*?\p{L}[\p{L} ]{0,20}\s?:\*? .*\S/u;

function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!FROM.test(lines[at] ?? '')) return false;
  const rest = lines.slice(at + 1, at + 6);
  const end = rest.findIndex((line) => !HEADER.test(line));
  const headers = end === -1 ? rest : rest.slice(0, end);
  return headers.length >= 2 && headers.some((line) => SUBJECT.test(line));
}

/** She answers below ours. Several quotes with her words between them stay: each says what its answer is to. */
function cutLeadingQuote(lines: readonly string[]): string[] {
  const quoteAt = lines.findIndex(isQuoted);
  if (quoteAt === -1) return [...lines];
  const before = lines.slice(0, quoteAt);
  const isFirst =
    before.every(isBlank) || before.slice(0, beginOfAnnouncement(lines, quoteAt)).every(isBlank);
  if (!isFirst) return [...lines];
  const after = lines.findIndex((line, at) => at > quoteAt && !isQuoted(line) && !isBlank(line));
  const rest = after === -1 ? [] : lines.slice(after);
  return rest.some(isQuoted) ? [...lines] : rest;
}

const SIGNATURE_LINES = 12;
const DEVICE = '(iPhone|iPad|Android|Samsung|Galaxy|BlackBerry|Huawei|Xiaomi|phone|mobile|Handy)';
/** What telephones and mail programs write below a mail unless they are told not to. */
const FROM_A_TELEPHONE = new RegExp(
  [
    `^Sent from (my )?${DEVICE}`,
    '^Sent from (Outlook|Yahoo|Mail for|Proton)',
    '^(Get|Download) Outlook for',
    `^Von meinem ${DEVICE}.* gesendet`,
    '^Gesendet (von Outlook|mit der .*App)',
    `^Envoyé (de|depuis) mon ${DEVICE}`,
    `^Enviado desde mi ${DEVICE}`,
    `^Inviato da(l mio)? ${DEVICE}`,
    `^Verzonden vanaf mijn ${DEVICE}`,
  ].join('|'),
  'i',
);

function cutSignature(lines: readonly string[]): string[] {
  const mark = lines.lastIndexOf('--');
  const isShort = mark !== -1 && withoutBlankEnd(lines).length - mark <= SIGNATURE_LINES;
  const isUnquoted = !lines.slice(mark).some(isQuoted);
  const kept = withoutBlankEnd(isShort && isUnquoted ? lines.slice(0, mark) : lines);
  const last = kept.at(-1) ?? '';
  const isTelephones = FROM_A_TELEPHONE.test(last) && last.length <= 80;
  return isTelephones ? kept.slice(0, -1) : [...kept];
}
