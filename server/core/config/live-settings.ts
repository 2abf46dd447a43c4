import type { SwitchState } from '#contract/calls/admin/switches.ts';
import { type Brand, DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import {
  type Announcement,
  type OwnerMails,
  SETTING_VALUES,
  type Switches,
} from '#contract/rows/settings.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Logger } from '../telemetry/logger.ts';
import { overrideBrand } from './brand-override.ts';
import type { Config } from './config.ts';
import { findOwnersSettings } from './live-settings.repository.ts';
import { type OwnerTexts, readMailTexts, readOwnerTexts } from './owner-texts.ts';
import { describeSwitches, switchesOf } from './switches.ts';

/** Settings that the admin changes at run time. */
export interface LiveSettings {
  /** The built-in brand with the owner's changes. */
  readonly brand: Brand;
  /** Banner above the home screen; present even outside its scheduled time. */
  readonly announcement: Announcement | undefined;
  readonly ownerMails: OwnerMails;
  readonly texts: OwnerTexts;
  readonly mailTexts: Readonly<Record<string, string>>;
  readonly switches: Switches;
  /** The switches with the source of each value, for admins. */
  readonly switchStates: readonly SwitchState[];
}

export type LiveSettingsReader = ReturnType<typeof createLiveSettings>;

/**
 * The only reader of the owner's settings, for pages, mails and sign-in. Reloads when the change log has
 * advanced.
 */
export function createLiveSettings(deps: {
  readonly config: Config;
  readonly db: AppDatabase;
  readonly logger: Logger;
}) {
  const { config, db, logger } = deps;
  let known = compose(config, []);
  let knownAt = -1;

  async function refresh(): Promise<void> {
    const latest = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    if (latest === knownAt) return;
    known = compose(config, await findOwnersSettings(db.kysely));
    knownAt = latest;
  }

  return {
    /**
     * Current settings, including changes by other processes. Not for use inside a transaction. Returns the last
     * known settings if the database does not answer.
     */
    async read() {
      await refresh().catch((err) => logger.warn({ err }, 'the settings could not be read'));
      return known;
    },
    /** Last read settings, for synchronous use. */
    get known() {
      return known;
    },
  };
}

type OwnersSettings = Awaited<ReturnType<typeof findOwnersSettings>>;

/** Ignores invalid values. */
function compose(config: Config, owners: OwnersSettings): LiveSettings {
  const rows = new Map(owners.map(({ key, value }) => [key, value]));
  const switchStates = describeSwitches(config, rows);
  return {
    brand: overrideBrand(DEFAULT_BRAND, rows.get('brand')),
    announcement: SETTING_VALUES.announcement.safeParse(rows.get('announcement')).data,
    texts: readOwnerTexts(owners),
    mailTexts: readMailTexts(rows),
    ownerMails: SETTING_VALUES.owner_mails.safeParse(rows.get('owner_mails')).data ?? {},
    switches: switchesOf(switchStates),
    switchStates,
  };
}
