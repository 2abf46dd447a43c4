import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SwitchName } from '#contract/rows/settings.ts';
import { signedRecordingPath } from '#contract/words/paths.ts';
import { type ColumnDefinition, column } from '#server/tables/table-definition.ts';
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
export function createGatedAudioUrl({
  isOn,
  gate,
}: Exclude<PremiumGateState, false>): ColumnDefinition {
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

/** Asked in the statement itself: an answer never holds an address from before the switch was turned. */
function isSwitchedOn(isOn: true | ByDefault): RawBuilder<SqlBool> {
  if (isOn === true) return sql`true`;
  return sql`coalesce((select cast(settings.value as text) from settings
    where settings.key = ${sql.lit('premium_gate' satisfies SwitchName)}), ${sql.lit(String(isOn.byDefault))}) = 'true'`;
}
