import type { MeasureRecording } from '#contract/calls/admin/measure-recording.ts';
import type { StoredObject } from '#contract/calls/storage.ts';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { objectOfAddress } from '#server/modules/storage/objects.usecases.ts';
import { insertRecording, updateRecording } from './recordings.repository.ts';

type Deps = Pick<ServerDeps, 'db' | 'clock' | 'store'>;

/** Queues a newly stored recording for measuring. */
export async function enqueueRecording(deps: Deps, stored: StoredObject): Promise<void> {
  if (stored.bucket === 'audio') await insertRecording(deps, stored);
}

/** Queues an existing file; false if it does not exist. */
export async function measureAgain(
  deps: Deps,
  { path: address, kbits }: MeasureRecording,
): Promise<boolean> {
  const object = objectOfAddress(address);
  if (object?.bucket !== 'audio') return false;
  const file = await deps.store.find(object.bucket, object.name);
  if (!file) return false;
  const path = publicObjectPath(object.bucket, object.name);
  await insertRecording(deps, { path, bytes: file.bytes });
  const wanted = kbits === undefined ? {} : { wanted_kbits: kbits };
  await updateRecording(deps, path, {
    ...wanted,
    state: 'waiting',
    failure: null,
    is_stopped: false,
    progress: null,
  });
  return true;
}
