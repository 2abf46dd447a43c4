import { useEffect, useMemo, useState } from 'react';
import { toast } from '#renderer/components/toast.ts';
import {
  preferencesFor,
  type TrackPreference,
  trackPreferencesKey,
} from '#renderer/data/track-preferences.ts';
import { onDeviceChange, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { useAlive } from '#renderer/lib/use-alive.ts';

/** Her list for these tracks, and a way to save all of it at once; of a library that is not whole, what is to come as well. */
export function useTrackPreferences(tracks: readonly { readonly id: number }[], isWhole: boolean) {
  const [kept, setKept] = useState(() => readDevice(trackPreferencesKey));
  const isAlive = useAlive();
  useEffect(
    () => onDeviceChange(trackPreferencesKey, () => setKept(readDevice(trackPreferencesKey))),
    [],
  );
  /** `said` is what was done to which track; nothing where somebody else says it. */
  const save = (list: readonly TrackPreference[], said: string) => {
    setKept(list);
    if (writeDevice(trackPreferencesKey, list)) {
      toast.success('Track preferences saved successfully', said);
    } else {
      toast.error('Failed to save track preferences');
    }
  };
  const preferences = useMemo(
    () => preferencesFor(tracks, isAlive ? kept : undefined, { isWhole }),
    [tracks, isAlive, kept, isWhole],
  );
  return { preferences, save };
}
