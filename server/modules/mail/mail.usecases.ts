import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';
import type { Mail } from '#server/core/mailer.ts';
import { createSecretKeys } from '#server/identity/sessions/secret-keys.ts';
import { parseEml } from './eml.ts';
import type { Letter } from './letter.ts';
import { renderLetterHtml } from './letter-html.ts';
import { renderLetterText } from './letter-text.ts';
import { removeOlderFromFolder } from './outbox-file.ts';
import { openMail } from './sealed-mail.ts';
import {
  deleteAllWaitingMails,
  deleteWaitingMails,
  listWaitingMails,
} from './waiting-mails.repository.ts';

/** Of a copy of a database: what waited when it was made was sent since. */
export async function forgetWaitingMails({ kysely }: AppDatabase): Promise<void> {
  await deleteAllWaitingMails(kysely);
}

/** Both forms of a mail; a reader without HTML gets the same words, link and code. */
export function composeLetter(
  letter: Letter,
): Pick<Mail, 'subject' | 'text' | 'html' | 'fromName'> {
  return {
    subject: letter.subject,
    text: renderLetterText(letter),
    html: renderLetterHtml(letter),
    fromName: letter.sender.name,
  };
}

/** 'Cradlesong <hello@example.org>' → 'hello@example.org' */
export function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}

export interface OutboxEntry {
  readonly name: string;
  readonly sentAt: string;
  readonly to: string;
  readonly subject: string;
  readonly kind: string;
}

export interface OutboxMail extends OutboxEntry {
  readonly text: string;
  readonly html: string;
}

const MAIL_FILE = /^[\w@+-][\w.@+-]*\.eml$/;
const LISTED = 200;

export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** The newest mails that were written to disk because no mail server is set. */
export async function listOutbox(dataDir: string): Promise<OutboxEntry[]> {
  const files = await readdir(outboxFolder(dataDir)).catch(() => []);
  // The names begin with the time.
  const newest = files.filter(isMailFile).sort().reverse().slice(0, LISTED);
  const mails = await Promise.all(newest.map((name) => readOutbox(dataDir, name)));
  return mails.flatMap((mail) => (mail ? [withoutBody(mail)] : []));
}

export async function readOutbox(dataDir: string, name: string): Promise<OutboxMail | undefined> {
  if (!isMailFile(name)) return undefined;
  const source = await readFile(join(outboxFolder(dataDir), name), 'utf8').catch(() => undefined);
  if (source === undefined) return undefined;
  const { headers, text, html } = parseEml(source);
  return {
    name,
    sentAt: new Date(headers.get('date') ?? 0).toISOString(),
    to: headers.get('to') ?? '',
    subject: headers.get('subject') ?? '',
    kind: headers.get('x-mail-kind') ?? '',
    text,
    html,
  };
}

/** In files of the outbox alone: whose mail it is. */
export const PERSON_HEADER = 'X-Person-Id';

/**
 * Mails that were written to disk and are hers, or name an address of hers anywhere, go: an erasure leaves
 * no letter behind, nor one to an address she has given up since.
 */
export async function removeFromOutbox(
  dataDir: string,
  person: { readonly userId: string | null; readonly emails: readonly string[] },
): Promise<void> {
  const folder = outboxFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isMailFile)) {
    const path = join(folder, name);
    const source = await readFile(path, 'utf8').catch(() => '');
    if (isAbout(source, person)) await rm(path, { force: true });
  }
}

/** The same for mails that still wait for the mail server; what is with it already cannot be called back. */
export async function removeWaitingMails(
  executor: Kysely<Database>,
  secret: string,
  person: Parameters<typeof removeFromOutbox>[1],
): Promise<void> {
  const key = createSecretKeys(secret).waitingMails;
  const hers = (await listWaitingMails(executor)).filter(({ id, sealed }) => {
    const mail = openMail(key, id, sealed);
    if (!mail || mail.forgetsAddress) return false;
    if (person.userId !== null && mail.personId === person.userId) return true;
    const words = [mail.to, mail.subject, mail.text, mail.html].join('\n').toLowerCase();
    return person.emails.some((email) => words.includes(email.toLowerCase()));
  });
  const ids = hers.map(({ id }) => id);
  await deleteWaitingMails(executor, ids);
}

function isAbout(source: string, person: Parameters<typeof removeFromOutbox>[1]): boolean {
  const { headers, text, html } = parseEml(source);
  if (person.userId !== null && headers.get(PERSON_HEADER.toLowerCase()) === person.userId) {
    return true;
  }
  const words = [headers.get('to'), headers.get('subject'), text, html].join('\n').toLowerCase();
  return person.emails.some((email) => words.includes(email.toLowerCase()));
}

/** Mails that were written to disk before this moment go; answers how many. */
export async function pruneOutbox(dataDir: string, before: Date): Promise<number> {
  return removeOlderFromFolder(outboxFolder(dataDir), before);
}

function isMailFile(name: string): boolean {
  return MAIL_FILE.test(name);
}

function withoutBody({ text: _text, html: _html, ...entry }: OutboxMail): OutboxEntry {
  return entry;
}
