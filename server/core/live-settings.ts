import type { SwitchState } from '#contract/calls/switches.ts';
import { type Announcement, SETTING_VALUES, type Switches } from '#contract/rows/settings.ts';
import { type Brand, DEFAULT_BRAND } from '#contract/words/brand.ts';
import type { AppDatabase } from '#db/open.ts';
import { overrideBrand } from './brand-override.ts';
import type { Config } from './config.ts';
import { findOwnersSettings } from './live-settings.repository.ts';
import type { Logger } from './logger.ts';
import { describeSwitches, switchesOf } from './switches.ts';

/** What the owner changes in the admin area while the server runs. */
export interface LiveSettings {
  /** The built-in brand with the owner's changes over it. */
  readonly brand: Brand;
  /** A sentence to everybody, above the home screen, also while its time is not yet or no more. */
  readonly announcement: Announcement | undefined;
  readonly switches: Switches;
  /** The same with where each comes from, for the admin. */
  readonly switchStates: readonly SwitchState[];
}

/** The one reader of the owner's settings, for pages, mails and sign-in alike. */
export interface LiveSettingsReader {
  /**
   * As they stand now, also when another process changed them. Not for use inside a transaction.
   * A database that does not answer costs the newest change, not the answer that asked for it.
   */
  read(): Promise<LiveSettings>;
  /** As they were read last, for what cannot wait. */
  readonly known: LiveSettings;
}

/** Looks again when the change log has moved. */
export function createLiveSettings(deps: {
  readonly config: Config;
  readonly db: AppDatabase;
  readonly logger: Logger;
}): LiveSettingsReader {
  const { config, db, logger } = deps;
  let known = compose(config, new Map());
  let knownAt = -1;

  async function refresh(): Promise<void> {
    const latest = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    if (latest === knownAt) return;
    known = compose(config, await findOwnersSettings(db.kysely));
    knownAt = latest;
  }

  return {
    async read() {
      await refresh().catch((err) => logger.warn({ err }, 'the settings could not be read'));
      return known;
    },
    get known() {
      return known;
    },
  };
}

function compose(config: Config, rows: ReadonlyMap<string, unknown>): LiveSettings {
  const switchStates = describeSwitches(config, rows);
  return {
    brand: overrideBrand(DEFAULT_BRAND, rows.get('brand')),
    announcement: readAnnouncement(rows.get('announcement')),
    switches: switchesOf(switchStates),
    switchStates,
  };
}

/** What is not of the form it should be is not shown. */
function readAnnouncement(value: unknown): Announcement | undefined {
  const checked = SETTING_VALUES.announcement.safeParse(value);
  return checked.success ? checked.data : undefined;
}
