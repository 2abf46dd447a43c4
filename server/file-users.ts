import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import type { ServerDeps } from './core/deps.ts';
import { longReads } from './core/long-reads.ts';
import { findStoredAvatars } from './modules/people/profiles.repository.ts';
import { deleteRecording } from './modules/recordings/recordings.repository.ts';
import { findSettingTexts } from './modules/settings/settings.repository.ts';
import { deleteFileName } from './modules/storage/file-names.repository.ts';
import { findUsedContent } from './modules/storage/objects.repository.ts';
import type { FileUsers } from './modules/storage/unused-files.usecases.ts';
import { findCopies } from './modules/tracks/premium-gate.repository.ts';
import { deleteTrackFile, findTrackAddresses } from './modules/tracks/track-files.repository.ts';

/** Finds everything that refers to stored files. A file to which nothing refers is deleted after a week. */
export function createFileUsers({ db }: Pick<ServerDeps, 'db'>): FileUsers {
  return {
    async findTexts() {
      const finders = [findTrackAddresses, findSettingTexts, findStoredAvatars];
      const reading = longReads(db, 'maintenance');
      const texts = await Promise.all(finders.map((find) => find(reading)));
      const objects = await findUsedContent(db.kysely);
      return [
        ...texts.flat(),
        ...objects.map(({ bucket, name }) => publicObjectPath(bucket, name)),
      ];
    },
    // Links an original and its levelled copy for admins.
    findPairs: () => findCopies(db.kysely),
    async onDeleted(path) {
      await deleteRecording({ db }, path);
      await deleteTrackFile(db.kysely, path);
      await deleteFileName(db.kysely, path);
    },
  };
}
