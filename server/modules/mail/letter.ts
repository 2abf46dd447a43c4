/** What a mail says, apart from how it looks. Plain words; nothing in it is HTML. */
export interface Letter {
  readonly subject: string;
  /** The line a mailbox shows beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** The other answer, smaller and below: it must not be pressed in place of the first. */
  readonly refusal?: { readonly label: string; readonly url: string };
  /** Digits to type where the link cannot be opened. */
  readonly code?: { readonly label: string; readonly digits: string };
  /** Small print: why she got this, how long it holds. */
  readonly notes: readonly string[];
  /** Who writes, and where they are. */
  readonly sender: { readonly name: string; readonly address: readonly string[] };
}
