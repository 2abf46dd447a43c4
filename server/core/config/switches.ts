import type { SwitchState } from '#contract/calls/admin/switches.ts';
import { SWITCHES, type Switches, type SwitchName } from '#contract/rows/settings.ts';
import type { Config } from './config.ts';
import type { SettingName } from './settings.ts';

interface EnvironmentSwitch {
  readonly variable: SettingName;
  isOn(config: Config): boolean;
}

/** Overrides from the environment. */
const ENVIRONMENT: Readonly<Record<SwitchName, EnvironmentSwitch>> = {
  magic_link: { variable: 'AUTH_MAGIC_LINK', isOn: (config) => config.AUTH_MAGIC_LINK },
  sign_up: { variable: 'AUTH_SIGNUP', isOn: (config) => config.AUTH_SIGNUP },
  email_confirmation: {
    variable: 'AUTH_AUTOCONFIRM',
    isOn: (config) => !config.AUTH_AUTOCONFIRM,
  },
  play_log: { variable: 'PLAY_LOG_CONSENT', isOn: (config) => config.PLAY_LOG_CONSENT === 'on' },
  premium_gate: { variable: 'PREMIUM_GATE', isOn: (config) => config.PREMIUM_GATE },
};

/**
 * State of each switch: from the environment, else from its settings row, else the default
 * (docs/decisions/0030). Rows that are not booleans are ignored.
 */
export function describeSwitches(
  config: Config,
  rows: ReadonlyMap<string, unknown>,
): readonly SwitchState[] {
  return SWITCHES.map((name) => {
    const { variable, isOn } = ENVIRONMENT[name];
    const byDefault = isOn(config);
    const setBy = config.FROM_ENVIRONMENT.has(variable) ? variable : null;
    const chosen = rows.get(name);
    const isChosen = setBy === null && typeof chosen === 'boolean';
    return { name, isOn: isChosen ? chosen : byDefault, byDefault, setBy };
  });
}

export function switchesOf(states: readonly SwitchState[]): Switches {
  // `states` has one entry per name of SWITCHES.
  return Object.fromEntries(states.map(({ name, isOn }) => [name, isOn])) as Switches;
}
