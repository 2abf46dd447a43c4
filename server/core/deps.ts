import type { AppDatabase } from '#db/open.ts';
import type { ResolveActor } from './actors/actor.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { LiveSettingsReader } from './config/live-settings.ts';
import type { FileStore } from './files/file-store.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Logger } from './telemetry/logger.ts';

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

export interface RouterDeps extends ServerDeps {
  readonly resolveActor: ResolveActor;
}
