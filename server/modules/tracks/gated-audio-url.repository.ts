import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { signedRecordingPath } from '#contract/constants/pages/paths.ts';
import type { SwitchName } from '#contract/rows/settings.ts';
import type { ColumnMask } from '#server/tables/registry.ts';
import type { KnownGate } from './premium-gate.ts';

export interface GateSwitch {
  /** Always on, or set by the owner's switch in `settings`; `byDefault` applies while that row is missing. */
  readonly isOn: true | { readonly byDefault: boolean };
  readonly gate: KnownGate;
}

/**
 * With the gate on, a premium recording's address names the track instead of the file: storage answers it for
 * users who may hear the track (docs/decisions/0140).
 */
export function createGatedAudioUrl({ isOn, gate }: GateSwitch): ColumnMask {
  return {
    expression(alias, show) {
      const address = sql.id(alias, 'audio_url');
      const signed = sql`${show(sql.lit(signedRecordingPath('')))} || cast(${sql.id(alias, 'id')} as text)`;
      return sql`case when ${sql.id(alias, 'is_premium')} and ${address} <> '' and ${isSwitchedOn(isOn)}
          then ${signed} else ${show(address)} end`;
    },
    value: ({ id, audio_url }) =>
      audio_url === '' || gate.isOpen(String(audio_url))
        ? audio_url
        : signedRecordingPath(String(id)),
    version: () => gate.version,
  };
}

/** Read by the same statement as the rows, so that addresses always match the current switch. */
function isSwitchedOn(isOn: GateSwitch['isOn']): RawBuilder<SqlBool> {
  if (isOn === true) return sql`true`;
  return sql`coalesce((select cast(settings.value as text) from settings
    where settings.key = ${sql.lit('premium_gate' satisfies SwitchName)}), ${sql.lit(String(isOn.byDefault))}) = 'true'`;
}
