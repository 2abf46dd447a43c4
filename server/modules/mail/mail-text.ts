/** Content of a mail without its layout. Plain text, no HTML. */
export interface MailContent {
  readonly subject: string;
  /** Preview text beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** The opposite action, less prominent to prevent mistakes. */
  readonly refusal?: { readonly label: string; readonly url: string };
  /** Digits to type if the link cannot be opened. */
  readonly code?: { readonly label: string; readonly digits: string };
  /** Small print: why it was sent, and how long it is valid. */
  readonly notes: readonly string[];
  /** Name and postal address of the sender. */
  readonly sender: { readonly name: string; readonly address: readonly string[] };
}

/** Does not wrap lines, because mail programs do. */
export function renderMailText(content: MailContent): string {
  const { heading, paragraphs, action, refusal, code, notes, sender } = content;
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(code ? [`${code.label}\n\n    ${code.digits}`] : []),
    ...notes,
    ...(refusal ? [`${refusal.label}:\n${refusal.url}`] : []),
    // The signature separator.
    ['-- ', sender.name, ...sender.address].join('\n'),
    '',
  ].join('\n\n');
}
