import { useEffect, useMemo, useState } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';
import {
  preferencesFor,
  type TrackPreference,
  trackPreferencesKey,
} from '#renderer/data/track-preferences.ts';
import { onDeviceChange, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { useAlive } from '#renderer/lib/hooks/use-alive.ts';

/**
 * The user's order for these tracks, and a function that saves the whole order. While the library
 * is incomplete, it keeps tracks that are not loaded yet.
 */
export function useTrackPreferences(tracks: readonly { readonly id: number }[], isWhole: boolean) {
  const [kept, setKept] = useState(() => readDevice(trackPreferencesKey));
  const isAlive = useAlive();
  useEffect(
    () => onDeviceChange(trackPreferencesKey, () => setKept(readDevice(trackPreferencesKey))),
    [],
  );
  /** `said` is the announcement of the change; empty when the caller announces it. */
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
