import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AudioCategory } from '#contract/constants/tracks/tracks.ts';
import { Select } from '#renderer/components/forms/select-field.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { useThemeChoice } from '#renderer/components/theme-toggle.tsx';
import { type Preferences, preferencesQuery, savePreferences } from '#renderer/data/preferences.ts';
import { areShortcutsOn, setShortcutsOn } from '#renderer/data/shortcuts.ts';
import { STAGE_CHOICES } from '#renderer/track-parts/stage-mark.tsx';

export function SettingsCard({ userId }: { userId: string }) {
  const { theme, choose } = useThemeChoice();
  const { preferences, change } = usePreferences(userId);
  const [hasShortcuts, setHasShortcuts] = useState(areShortcutsOn);
  return (
    <section className="card" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Setting
        title="Notifications"
        text="Receive daily reminders"
        checked={preferences?.reminders ?? false}
        disabled={!preferences || preferences.paused}
        onChange={(reminders) => {
          if (reminders) askPermission();
          change({ reminders });
        }}
      />
      {preferences?.reminders && !preferences.paused ? (
        <ReminderTime
          value={preferences.reminderTime}
          onChange={(reminderTime) => change({ reminderTime })}
        />
      ) : null}
      <StageChoice
        value={preferences?.stage ?? null}
        disabled={!preferences}
        onChange={(stage) => change({ stage })}
      />
      <Setting
        title="Dark Mode"
        text="Warm and dim, for the night"
        checked={theme === 'dark'}
        onChange={(isDark) => choose(isDark ? 'dark' : 'light')}
      />
      <Setting
        title="Keyboard shortcuts"
        text="Press ? to see them"
        checked={hasShortcuts}
        onChange={(isOn) => {
          setShortcutsOn(isOn);
          setHasShortcuts(isOn);
        }}
      />
      <Setting
        title="Pause everything"
        text="No reminders, newsletters or prompts. No one will ask why."
        checked={preferences?.paused ?? false}
        disabled={!preferences}
        onChange={(paused) => change({ paused })}
      />
    </section>
  );
}

interface StageChoiceProps {
  value: AudioCategory | null;
  disabled: boolean;
  onChange: (stage: AudioCategory | null) => void;
}

/** The user's stage; optional, and can be cleared. */
function StageChoice({ value, disabled, onChange }: StageChoiceProps) {
  const id = useId();
  return (
    <div className="setting">
      <span className="setting-text">
        <label htmlFor={id}>
          <strong>Your stage</strong>
        </label>
        <span className="setting-hint" id={`${id}-text`}>
          We only use this to choose your notifications
        </span>
      </span>
      <Select
        id={id}
        className="input stage-choice"
        aria-describedby={`${id}-text`}
        disabled={disabled}
        value={value ?? ''}
        options={[{ value: '', label: 'Not set' }, ...STAGE_CHOICES]}
        onChoose={(stage) => onChange(stage || null)}
      />
    </div>
  );
}

function ReminderTime({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="reminder-time">
      <label htmlFor={id}>At</label>
      <input
        id={id}
        type="time"
        className="input"
        required
        value={value}
        onChange={(event) => event.target.value && onChange(event.target.value)}
      />
      <p className="small quiet">{reminderHint()}</p>
      {permission() === 'denied' ? (
        <Banner tone="notice">
          This browser does not allow reminders from us. You can change that in its site settings.
        </Banner>
      ) : null}
    </div>
  );
}

/** Optimistic; rolls back with a message on error. */
function usePreferences(userId: string) {
  const queryClient = useQueryClient();
  const query = preferencesQuery(userId);
  const { data: preferences } = useQuery(query);
  const { mutate } = useMutation({
    scope: { id: 'preferences' },
    mutationFn: (next: Preferences) => savePreferences(userId, next),
    onMutate: (next) => {
      const before = queryClient.getQueryData(query.queryKey);
      queryClient.setQueryData(query.queryKey, next);
      return { before };
    },
    onError: (_error, _next, context) => {
      queryClient.setQueryData(query.queryKey, context?.before);
      toast.error('Your settings were not saved. Please try again.');
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
    },
    // Stage and pause determine the user's notifications. Not awaited, so that the next change does
    // not wait.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  });
  const change = (part: Partial<Preferences>) => {
    if (preferences) mutate({ ...preferences, ...part });
  };
  return { preferences, change };
}

function permission(): NotificationPermission | 'unknown' {
  return 'Notification' in window ? Notification.permission : 'unknown';
}

/** Must run on a user gesture; browsers ask only once. */
function askPermission(): void {
  if (permission() === 'default') void Notification.requestPermission();
}

function reminderHint(): string {
  return permission() === 'unknown'
    ? 'This browser cannot show reminders. Your choice is kept for the ones that can.'
    : 'Shown while the app is open in the browser or installed on the device.';
}
