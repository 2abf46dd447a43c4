import { useEffect, useMemo, useState } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';
import {
  preferencesFor,
  type TrackPreference,
  trackPreferencesKey,
} from '#renderer/data/track-preferences.ts';
import { onDeviceChange, readDevice, writeDevice } from '#renderer/lib/device-storage.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';

/**
 * The user's order for these tracks, and a function that saves the whole order. The order keeps
 * tracks that are not loaded yet while the library is incomplete.
 */
export function useTrackPreferences(tracks: readonly { readonly id: number }[], isWhole: boolean) {
  const [stored, setStored] = useState(() => readDevice(trackPreferencesKey));
  const isHydrated = useHydrated();
  useEffect(
    () => onDeviceChange(trackPreferencesKey, () => setStored(readDevice(trackPreferencesKey))),
    [],
  );
  /** `announcement` is for screen readers; empty when the caller announces the change. */
  const save = (list: readonly TrackPreference[], announcement: string) => {
    setStored(list);
    if (writeDevice(trackPreferencesKey, list)) {
      toast.success('Track preferences saved successfully', announcement);
    } else {
      toast.error('Failed to save track preferences');
    }
  };
  const preferences = useMemo(
    () => preferencesFor(tracks, isHydrated ? stored : undefined, { isWhole }),
    [tracks, isHydrated, stored, isWhole],
  );
  return { preferences, save };
}
