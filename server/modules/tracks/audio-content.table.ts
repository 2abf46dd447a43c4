import { isStoredAddress } from '#contract/constants/stored-names.ts';
import { type AudioContent, audioContent } from '#contract/rows/audio-content.ts';
import { audioContentSchema } from '#contract/rows/audio-content-schema.ts';
import { registerTable, type TableDefinition } from '#server/tables/registry.ts';
import { audioContentPolicy } from './audio-content.policy.ts';
import { deleteListeningRows } from './delete-listening-rows.repository.ts';
import { createGatedAudioUrl, type GateSwitch } from './gated-audio-url.repository.ts';
import { placeNewTracks } from './track-order.usecases.ts';

/** Finds a file on another server: loading it would disclose listeners to a third party. */
function findForeignFile({ audio_url, image_url }: AudioContent): string | undefined {
  if (audio_url !== '' && !isStoredAddress('audio', audio_url)) {
    return 'The recording is not stored on this server. Upload the file; files on other servers are not played.';
  }
  if (image_url !== null && !isStoredAddress('images', image_url)) {
    return 'The cover is not stored on this server. Upload the file; files on other servers are not shown.';
  }
  return undefined;
}

/** Columns validated here; the database checks only their length. */
const VALIDATED_COLUMNS = audioContentSchema
  .pick({ transcript_timings: true, chapters: true, focus: true, position: true })
  .partial();

function findInvalidColumn(row: AudioContent): string | undefined {
  const [issue] = VALIDATED_COLUMNS.safeParse(row).error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}.`;
}

export function createAudioContentTable(gate: GateSwitch | undefined): TableDefinition {
  return registerTable(audioContent, {
    policy: audioContentPolicy,
    masks: gate ? { audio_url: createGatedAudioUrl(gate) } : {},
    searchableColumns: ['title', 'description'],
    findFault: (row) => findForeignFile(row) ?? findInvalidColumn(row),
    afterInsert: placeNewTracks,
    beforeDelete: deleteListeningRows,
    bulkDeletion: { rows: 'tracks', name: 'title' },
  });
}
