import { textKey } from '#renderer/lib/device-storage.ts';
import { createDeviceSetting } from '../engine/device-setting.ts';

export type PrefetchSetting = ReturnType<typeof createPrefetchSetting>;

/** Whether to prefetch audio. Without a stored setting it is on, unless the browser saves data. */
export function createPrefetchSetting() {
  const setting = createDeviceSetting(textKey('fetchAhead', ['on', 'off']));
  return {
    ...setting,
    isOn: () => (setting.get() ?? (navigator.connection?.saveData ? 'off' : 'on')) === 'on',
    set: (isOn: boolean) => setting.set(isOn ? 'on' : 'off'),
  };
}
