import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { OutboxEntry } from '#contract/calls/admin/outbox.ts';
import { escapeRegex } from '#contract/constants/fuzzy-search.ts';
import { MAIL_FAILURES, type MailFailure } from '#contract/constants/mail-failures.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Executor } from '#db/schema/database.ts';
import { DAY_MS, isoNow, timeInName } from '#server/core/clock.ts';
import { createSecretKeys } from '#server/core/config/secret-keys.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { findStoredState, saveStoredState } from '#server/core/stored-state.repository.ts';
import { renderMailHtml } from './mail-html.ts';
import { type MailContent, renderMailText } from './mail-text.ts';
import {
  deleteAllWaitingMails,
  deleteWaitingMails,
  listWaitingMails,
} from './waiting-mails.repository.ts';
import { decryptMail } from './waiting-mails.ts';

/** Clears the queue of a restored copy, because its mails have been sent since the backup. */
export async function forgetWaitingMails({ kysely }: AppDatabase): Promise<void> {
  await deleteAllWaitingMails(kysely);
}

const FAILURES_KEY = 'mail_failures';
const failuresSchema = z.object({
  count: z.int(),
  lastAt: z.iso.datetime(),
  /** Reason of the last failure. */
  reason: z.enum(MAIL_FAILURES).optional(),
});
/** A day without a further failure counts as recovered. */
const FAILURES_SHOWN_MS = DAY_MS;

/** Recently failed mails of all processes; null if there are none. */
export async function findMailFailures({ db, clock }: Pick<ServerDeps, 'db' | 'clock'>) {
  const stored = failuresSchema.safeParse(await findStoredState(db.kysely, FAILURES_KEY)).data;
  const isRecent = stored && Date.parse(stored.lastAt) > clock.now() - FAILURES_SHOWN_MS;
  return isRecent ? stored : null;
}

export async function recordMailFailure(
  deps: Pick<ServerDeps, 'db' | 'clock'>,
  reason: MailFailure,
): Promise<void> {
  const before = await findMailFailures(deps);
  const now = isoNow(deps.clock);
  const state = { count: (before?.count ?? 0) + 1, lastAt: now, reason };
  await saveStoredState(deps.db.kysely, FAILURES_KEY, state, now);
}

/** Renders a mail as text and as HTML, with the same link and code. */
export function composeMail(
  content: MailContent,
): Pick<Mail, 'subject' | 'text' | 'html' | 'fromName'> {
  return {
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content),
    fromName: content.sender.name,
  };
}

/** 'Cradlesong <hello@example.org>' → 'hello@example.org' */
export function addressOf(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}

const MAIL_FILE = /^[\w@+-][\w.@+-]*\.eml$/;
const MAX_LISTED = 200;

export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** The newest mails in the outbox, used without a mail server. */
export async function listOutbox(dataDir: string): Promise<OutboxEntry[]> {
  const files = await readdir(outboxFolder(dataDir)).catch(() => []);
  // Names start with the time.
  const newest = files.filter(isMailFile).sort().reverse().slice(0, MAX_LISTED);
  const mails = await Promise.all(newest.map((name) => readOutbox(dataDir, name)));
  return mails.flatMap((mail) => {
    if (!mail) return [];
    const { text: _text, html: _html, ...entry } = mail;
    return [entry];
  });
}

export async function readOutbox(dataDir: string, name: string) {
  if (!isMailFile(name)) return undefined;
  const source = await readFile(join(outboxFolder(dataDir), name), 'utf8').catch(() => undefined);
  if (source === undefined) return undefined;
  const { headers, date, to, subject, text, html } = await parseMail(source);
  return {
    name,
    sentAt: new Date(date ?? 0).toISOString(),
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    kind: headers.find(({ key }) => key === 'x-mail-kind')?.value ?? '',
    text: text ?? '',
    html: html ?? '',
  };
}

/** Loads the parser on first use: few servers write their mails to files. */
async function parseMail(source: string) {
  const { default: PostalMime } = await import('postal-mime');
  return PostalMime.parse(source);
}

/** The recipient's user id, only in outbox files. */
export const PERSON_HEADER = 'X-Person-Id';

interface Person {
  readonly userId: string | null;
  readonly emails: readonly string[];
}

/** Deletes outbox mails that belong to the user or contain any of their addresses, including former ones. */
export async function removeFromOutbox(dataDir: string, person: Person): Promise<void> {
  const folder = outboxFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isMailFile)) {
    const path = join(folder, name);
    const source = await readFile(path, 'utf8').catch(() => '');
    if (await concernsPerson(source, person)) await rm(path, { force: true });
  }
}

/** Deletes the user's queued mails; mails already handed to the mail server cannot be recalled. */
export async function removeWaitingMails(
  executor: Executor,
  secret: string,
  person: Person,
): Promise<void> {
  const key = createSecretKeys(secret).waitingMails;
  const personMails = (await listWaitingMails(executor)).filter(({ id, sealed }) => {
    const mail = decryptMail(key, id, sealed);
    if (!mail || mail.forgetsAddress) return false;
    if (person.userId !== null && mail.personId === person.userId) return true;
    return mentionsAddress(person, [mail.to, mail.subject, mail.text, mail.html]);
  });
  await deleteWaitingMails(
    executor,
    personMails.map(({ id }) => id),
  );
}

async function concernsPerson(source: string, person: Person): Promise<boolean> {
  const { headers, to, subject, text, html } = await parseMail(source);
  const personId = headers.find(({ key }) => key === PERSON_HEADER.toLowerCase())?.value;
  if (person.userId !== null && personId === person.userId) return true;
  return mentionsAddress(person, [
    ...(to ?? []).map(({ address }) => address),
    subject,
    text,
    html,
  ]);
}

/** Whether a text contains one of the addresses, but not as a part of a longer one. */
function mentionsAddress({ emails }: Person, texts: readonly (string | undefined)[]): boolean {
  const text = texts.join('\n');
  return emails.some((email) =>
    new RegExp(`(?<![\\w.+-])${escapeRegex(email)}(?![\\w-]|\\.\\w)`, 'i').test(text),
  );
}

/** Deletes outbox mails written before this time; returns the count. */
export async function pruneOutbox(dataDir: string, before: string): Promise<number> {
  const folder = outboxFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  const old = names.filter((name) => name.endsWith('.eml') && name < timeInName(before));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}

function isMailFile(name: string): boolean {
  return MAIL_FILE.test(name);
}
