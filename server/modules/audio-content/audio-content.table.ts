import { sql } from 'kysely';
import type { AudioContent } from '#contract/audio-content.ts';
import { column, defineTable, type TableDefinition } from '#server/tables/table-definition.ts';
import { audioContentPolicy } from './audio-content.policy.ts';

/** Where a gated recording is asked for; storage signs an address for those who may hear it. */
const gatedAddress = '/storage/v1/object/sign/audio_content/';

/** With the gate on, the address of a premium recording is told to nobody but the admin. */
const gatedAudioUrl = column.text({
  mask: {
    expression: (alias) =>
      sql`case when ${sql.ref(`${alias}.is_premium`)}
        then ${gatedAddress} || cast(${sql.ref(`${alias}.id`)} as text)
        else ${sql.ref(`${alias}.audio_url`)} end`,
    value: (row) => (row['is_premium'] ? `${gatedAddress}${row['id']}` : row['audio_url']),
  },
});

export function createAudioContentTable(options: { premiumGate: boolean }): TableDefinition {
  return defineTable<AudioContent>({
    name: 'audio_content',
    policy: audioContentPolicy,
    primaryKey: ['id'],
    touchedColumn: 'updated_at',
    isLogged: true,
    columns: {
      id: column.identity(),
      title: column.text(),
      description: column.text({ nullable: true }),
      category: column.text(),
      duration: column.integer(),
      audio_url: options.premiumGate ? gatedAudioUrl : column.text(),
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
      created_at: column.now(),
      updated_at: column.now(),
    },
  });
}
