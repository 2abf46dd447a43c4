import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AudioContent, transcriptTimingsSchema } from '#contract/rows/audio-content.ts';
import type { SwitchName } from '#contract/rows/settings.ts';
import { signedRecordingPath } from '#contract/words/paths.ts';
import { isStoredAddress } from '#contract/words/stored-names.ts';
import {
  type ColumnDefinition,
  column,
  defineTable,
  type TableDefinition,
} from '#server/tables/table-definition.ts';
import { audioContentPolicy } from './audio-content.policy.ts';
import { placeNewTracks } from './place-new-tracks.ts';
import type { KnownGate } from './premium-gate.ts';

/** Off for good, on for good, or as the owner's switch says, which a row of the settings turns. */
export type PremiumGateState =
  | false
  | { readonly isOn: true | ByDefault; readonly gate: KnownGate };
interface ByDefault {
  readonly byDefault: boolean;
}

/**
 * With the gate on, the address of a premium recording is one that names the track and no file:
 * storage answers it for those who may hear the track (docs/decisions/0140).
 */
function createGatedAudioUrl({ isOn, gate }: Exclude<PremiumGateState, false>): ColumnDefinition {
  return column.text({
    mask: {
      expression(alias) {
        const [id, premium, address] = ['id', 'is_premium', 'audio_url'].map((name) =>
          sql.ref(`${alias}.${name}`),
        );
        return sql`case when ${premium} and ${address} <> '' and ${isSwitchedOn(isOn)}
          then ${sql.lit(signedRecordingPath(''))} || cast(${id} as text) else ${address} end`;
      },
      value: ({ id, audio_url }) =>
        audio_url === '' || gate.isOpen(String(audio_url))
          ? audio_url
          : signedRecordingPath(String(id)),
      version: () => gate.version,
    },
  });
}

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

function findBadTimings({ transcript_timings: timings }: AudioContent): string | undefined {
  const [issue] = transcriptTimingsSchema.nullish().safeParse(timings).error?.issues ?? [];
  return issue && `${['transcript_timings', ...issue.path].join('.')}: ${issue.message}.`;
}

/** Asked in the statement itself: an answer never holds an address from before the switch was turned. */
function isSwitchedOn(isOn: true | ByDefault): RawBuilder<SqlBool> {
  if (isOn === true) return sql`true`;
  return sql`coalesce((select cast(settings.value as text) from settings
    where settings.key = ${sql.lit('premium_gate' satisfies SwitchName)}), ${sql.lit(String(isOn.byDefault))}) = 'true'`;
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
    findFault: (row) => findForeignFile(row) ?? findBadTimings(row),
    afterInsert: placeNewTracks,
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
      loudness_lufs: column.real({ nullable: true }),
      ground: column.text({ nullable: true }),
      credits: column.text({ nullable: true }),
      publish_at: column.timestamp({ nullable: true }),
      unpublish_at: column.timestamp({ nullable: true }),
      created_at: column.now(),
      updated_at: column.now(),
    },
  });
}
