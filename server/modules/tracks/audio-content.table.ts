import { type AudioContent, audioContentSchema } from '#contract/rows/audio-content.ts';
import { isStoredAddress } from '#contract/words/stored-names.ts';
import { column, defineTable, type TableDefinition } from '#server/tables/table-definition.ts';
import { audioContentPolicy } from './audio-content.policy.ts';
import { createGatedAudioUrl, type PremiumGateState } from './gated-audio-url.repository.ts';
import { placeNewTracks } from './place-new-tracks.ts';
import { takeListeningAlong } from './take-listening-along.repository.ts';

/** What listeners' browsers fetch is ours: anybody else would learn who listens, when and to what. */
function findForeignFile({ audio_url, image_url }: AudioContent): string | undefined {
  if (audio_url !== '' && !isStoredAddress('audio', audio_url)) {
    return 'The recording is not one of this server. Upload the file; addresses elsewhere are not played.';
  }
  if (image_url !== null && !isStoredAddress('images', image_url)) {
    return 'The cover is not one of this server. Upload the file; addresses elsewhere are not shown.';
  }
  return undefined;
}

/** What has a form of its own: the database knows only its length. */
const FORMED = audioContentSchema
  .pick({ transcript_timings: true, chapters: true, focus: true })
  .partial();

function findBadForm(row: AudioContent): string | undefined {
  const [issue] = FORMED.safeParse(row).error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}.`;
}

export function createAudioContentTable(options: {
  premiumGate: PremiumGateState;
}): TableDefinition {
  const { premiumGate } = options;
  return defineTable<AudioContent>({
    name: 'audio_content',
    policy: audioContentPolicy,
    primaryKey: ['id'],
    touchedColumn: 'updated_at',
    isLogged: true,
    searchableColumns: ['title', 'description'],
    findFault: (row) => findForeignFile(row) ?? findBadForm(row),
    afterInsert: placeNewTracks,
    beforeDelete: takeListeningAlong,
    columns: {
      id: column.identity(),
      title: column.text(),
      description: column.text({ nullable: true }),
      category: column.text(),
      duration: column.integer(),
      audio_url: premiumGate === false ? column.text() : createGatedAudioUrl(premiumGate),
      enabled: column.boolean({ default: true }),
      image_url: column.text({ nullable: true }),
      kind: column.text({ default: 'meditation' }),
      is_premium: column.boolean({ default: false }),
      featured: column.boolean({ default: false }),
      position: column.integer({ default: 0 }),
      transcript: column.text({ nullable: true }),
      transcript_timings: column.json({ nullable: true }),
      chapters: column.json({ nullable: true }),
      loudness_lufs: column.real({ nullable: true }),
      ground: column.text({ nullable: true }),
      focus: column.text({ nullable: true }),
      credits: column.text({ nullable: true }),
      publish_at: column.timestamp({ nullable: true }),
      unpublish_at: column.timestamp({ nullable: true }),
      created_at: column.now(),
      updated_at: column.now(),
    },
  });
}
