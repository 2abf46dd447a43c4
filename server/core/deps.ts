import type { AppDatabase } from '#db/open.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { FileStore } from './file-store.ts';
import type { LiveSettingsReader } from './live-settings.ts';
import type { Logger } from './logger.ts';
import type { Mailer } from './mailer.ts';

/** Dependencies passed to every part of the server; there are no globals. */
export interface ServerDeps {
  readonly config: Config;
  readonly db: AppDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  readonly store: FileStore;
  readonly settings: LiveSettingsReader;
}
