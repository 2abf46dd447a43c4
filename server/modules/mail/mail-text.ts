import type { MailContent } from './mail-content.ts';

const WIDTH = 72;

export function renderMailText(content: MailContent): string {
  const { heading, paragraphs, action, refusal, code, notes, sender } = content;
  return [
    heading,
    ...paragraphs.map(wrap),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [`${wrap(code.label)}\n\n    ${code.digits}`] : []),
    ...notes.map(wrap),
    ...(refusal ? [`${refusal.label}:\n${refusal.url}`] : []),
    // The signature separator.
    ['-- ', sender.name, ...sender.address].join('\n'),
    '',
  ].join('\n\n');
}

/** Never breaks an address; its line may be longer. */
function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
