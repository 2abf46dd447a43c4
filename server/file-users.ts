import type { ServerDeps } from './core/deps.ts';
import { longReads } from './core/long-reads.ts';
import { findStoredAvatars } from './modules/people/profiles.repository.ts';
import { deleteRecording, findCopies } from './modules/recordings/recordings.repository.ts';
import { findSettingTexts } from './modules/settings/settings.repository.ts';
import { forgetFileName } from './modules/storage/file-names.repository.ts';
import type { FileUsers } from './modules/storage/unused-files.usecases.ts';
import { findTrackAddresses, forgetTrackFile } from './modules/tracks/track-files.repository.ts';

/** Everybody who points at a stored file. Who is forgotten here loses files after a week. */
export function createFileUsers({ db }: Pick<ServerDeps, 'db'>): FileUsers {
  return {
    async findTexts() {
      const find = [findTrackAddresses, findSettingTexts, findStoredAvatars];
      const reading = longReads(db, 'maintenance');
      return (await Promise.all(find.map((each) => each(reading)))).flat();
    },
    // So that the admin can go from the original to the levelled copy and back.
    findPairs: () => findCopies({ db }),
    async forget(path) {
      await deleteRecording({ db }, path);
      await forgetTrackFile(db.kysely, path);
      await forgetFileName(db.kysely, path);
    },
  };
}
