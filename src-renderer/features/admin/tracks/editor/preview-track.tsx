import { useContext, useState } from 'react';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { PreviewSlot } from '#renderer/features/admin/preview-slot.ts';
import { type Theme, useTheme } from '#renderer/lib/theme.ts';
import type { TrackDraft } from './track-form.ts';

interface PreviewTrackProps {
  draft: TrackDraft;
  /** The saved track; absent for a new one. */
  track: AudioContent | undefined;
}

const THEMES = [
  { value: 'light', label: 'By day' },
  { value: 'dark', label: 'By night' },
] as const;

export function PreviewTrack(props: PreviewTrackProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="admin-track-preview"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Preview, as listeners see it</summary>
      {isOpen ? <PreviewPanel {...props} /> : null}
    </details>
  );
}

function PreviewPanel({ draft, track }: PreviewTrackProps) {
  const Preview = useContext(PreviewSlot)?.Track;
  const [theme, setTheme] = useState<Theme>(useTheme());
  if (!Preview) return null;
  const previewed = {
    ...draft,
    id: track?.id ?? 0,
    title: draft.title.trim() || 'Without a title',
    description: draft.description.trim() || null,
    // The saved background colour was extracted from the saved cover.
    ground: track?.image_url === draft.image_url ? track.ground : null,
  };
  return (
    <>
      <ChipGroup label="Time of day" chips={THEMES} value={theme} onChange={setTheme} />
      <Preview track={previewed} theme={theme} />
      <p className="tiny quiet">Live preview of the player on a phone.</p>
    </>
  );
}
