import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AudioContent } from '#contract/audio-content.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { SwitchName } from '#contract/settings.ts';
import {
  type ColumnDefinition,
  column,
  defineTable,
  type TableDefinition,
} from '#server/tables/table-definition.ts';
import { audioContentPolicy } from './audio-content.policy.ts';

const PUBLIC = `${API_PATHS.publicObject}/`;
const SIGNED = `${API_PATHS.signedObject}/`;

/** Fixed for good, or the owner's switch, which a row of the settings turns. */
export type PremiumGateState =
  | boolean
  | { readonly byDefault: boolean /** As it was read last. */; isOn(): boolean };

/**
 * With the gate on, the address of a premium recording is one that storage signs for those who may
 * hear it. Recordings kept elsewhere on the web cannot be gated.
 */
function createGatedAudioUrl(gate: Exclude<PremiumGateState, false>): ColumnDefinition {
  return column.text({
    mask: {
      expression: (alias) =>
        sql`case when ${sql.ref(`${alias}.is_premium`)} and ${isOn(gate)}
        then replace(${sql.ref(`${alias}.audio_url`)}, ${sql.lit(PUBLIC)}, ${sql.lit(SIGNED)})
        else ${sql.ref(`${alias}.audio_url`)} end`,
      value: ({ is_premium, audio_url }) =>
        is_premium === true && (gate === true || gate.isOn())
          ? String(audio_url).replaceAll(PUBLIC, SIGNED)
          : audio_url,
    },
  });
}

/** Asked in the statement itself: an answer never holds an address from before the switch was turned. */
function isOn(gate: Exclude<PremiumGateState, false>): RawBuilder<SqlBool> {
  if (gate === true) return sql`true`;
  return sql`coalesce((select cast(settings.value as text) from settings
    where settings.key = ${sql.lit('premium_gate' satisfies SwitchName)}), ${sql.lit(String(gate.byDefault))}) = 'true'`;
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
