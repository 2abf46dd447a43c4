import type { NeedsResponse } from '#contract/calls/admin/needs.ts';
import { mayAdmin } from '#contract/constants/admin-roles.ts';
import {
  OWNER_NEED_NAMES,
  OWNER_NEEDS,
  type OwnerNeedName,
} from '#contract/constants/owner-needs.ts';
import { type Brand, DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { composeMail } from '#server/modules/mail/mail.usecases.ts';
import {
  findMailedNeeds,
  listOwnerAddresses,
  type MailedNeeds,
  saveMailedNeeds,
} from './needs.repository.ts';
import { FIND_NEEDS, type FoundNeed } from './needs.ts';

/** Minimum interval of mails per need, so that several tickets cause one mail. */
const MAIL_EVERY_MS = 10 * 60_000;

/** Pending work of the owner that this admin may see. */
export async function readNeeds(
  deps: ServerDeps,
  { admin }: Actor,
): Promise<NeedsResponse['needs']> {
  const needs: NeedsResponse['needs'] = [];
  for (const name of OWNER_NEED_NAMES) {
    if (admin && !mayAdmin(admin.role, 'read', OWNER_NEEDS[name].area)) continue;
    for (const { text } of await find(deps, name)) needs.push({ name, text });
  }
  return needs;
}

/** Logs new needs and mails them to the owner, at most every ten minutes per need. */
export async function notifyOwner(deps: ServerDeps): Promise<void> {
  const { db, clock, logger, mailer, settings } = deps;
  const { brand, ownerMails } = await settings.read();
  const mailed = await findMailedNeeds(db.kysely);
  const next: MailedNeeds = {};
  const mails: { name: OwnerNeedName; texts: string[] }[] = [];
  for (const name of OWNER_NEED_NAMES) {
    if (ownerMails.off?.includes(name)) continue;
    const before = mailed[name] ?? { keys: [], mailedAt: new Date(0).toISOString() };
    const found = await find(deps, name);
    const keys = found.flatMap((need) => need.keys);
    const isNew = (key: string) => !before.keys.includes(key);
    const isRecent = Date.parse(before.mailedAt) > clock.now() - MAIL_EVERY_MS;
    if (!isRecent && keys.some(isNew)) {
      const newNeeds = found.filter((need) => need.keys.some(isNew));
      mails.push({ name, texts: newNeeds.map(({ text }) => text) });
      next[name] = { keys, mailedAt: isoNow(clock) };
    } else if (isRecent || keys.length > 0) {
      next[name] = { ...before, keys: keys.filter((key) => !isNew(key)) };
    }
  }
  if (JSON.stringify(next) === JSON.stringify(mailed)) return;
  const to = await findRecipients(deps, brand, ownerMails.to);
  await db.transaction(async (trx) => {
    await saveMailedNeeds(trx, next, isoNow(clock));
    for (const { name, texts } of mails) {
      logger.warn({ need: name }, texts.join(' '));
      const content = createNeedMail(name, texts, brand, deps.config.SITE_URL);
      for (const address of to) {
        await mailer.send({ ...content, to: address, kind: `owner_${name}` }, trx);
      }
    }
  });
}

/** Reports a failed check as a need, so that e.g. a mistyped BACKUP_KEY does not hide the other needs. */
function find(deps: ServerDeps, name: OwnerNeedName): Promise<readonly FoundNeed[]> {
  return FIND_NEEDS[name](deps).catch((err: unknown) => {
    deps.logger.error({ need: name, err }, 'a need of the owner could not be checked');
    const text = `This could not be checked: ${OWNER_NEEDS[name].label}. The server's log says why.`;
    return [{ text, keys: ['unchecked'] }];
  });
}

/** The address in the settings, else the owners' addresses, else the site's address unless it is the example. */
async function findRecipients({ db }: ServerDeps, { email }: Brand, set: string | undefined) {
  if (set !== undefined) return [set];
  const owners = await listOwnerAddresses(db.kysely);
  if (owners.length > 0) return owners;
  return email === DEFAULT_BRAND.email ? [] : [email];
}

function createNeedMail(
  need: OwnerNeedName,
  texts: readonly string[],
  { name, address }: Brand,
  siteUrl: string,
) {
  const { label, to, action } = OWNER_NEEDS[need];
  return composeMail({
    subject: `${name}: ${/^.*?\.(?= |$)/.exec(texts[0] ?? '')?.[0] ?? label}`,
    preview: label,
    heading: `${name} needs you`,
    paragraphs: texts,
    action: { label: action, url: `${siteUrl}${to}` },
    notes: ['You get this as the owner of the site. Settings, Mails to you, switches it off.'],
    sender: { name, address },
  });
}
