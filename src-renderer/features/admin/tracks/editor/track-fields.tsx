import { type ReactNode, useId } from 'react';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { TextAreaField, TextField } from '#renderer/components/forms/field.tsx';
import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { Setting } from '#renderer/components/forms/setting.tsx';
import type { AdminForm } from '#renderer/features/admin/shared/use-admin-form.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { STAGE_CHOICES } from '#renderer/track-parts/stage-mark.tsx';
import { isPast } from '../schedule.ts';
import { KIND_CHOICES } from '../tracks.resource.tsx';
import { ChaptersField } from './chapters-field.tsx';
import { CoverField } from './cover-field.tsx';
import { DownloadLink } from './download-link.tsx';
import { FocusField } from './focus-field.tsx';
import { PreviewTrack } from './preview-track.tsx';
import { RecordingField } from './recording-field.tsx';
import { RecordingState } from './recording-state.tsx';
import { TapAlong } from './tap-along.tsx';
import type { TrackDraft } from './track-form.ts';

interface TrackFieldsProps {
  form: AdminForm<TrackDraft>;
  /** The saved track; absent for a new one. */
  track: AudioContent | undefined;
}

/** Frequently edited fields are at the top without a heading, the rest in named sections below. */
export function TrackFields({ form, track }: TrackFieldsProps) {
  const { draft, errors, pending, change, field } = form;
  return (
    <>
      <div className="admin-first">
        <CoverField draft={draft} pending={pending} onChange={change} />
        <div className="stack">
          <TextField label="Title" {...field('title')} />
          <TextAreaField label="Description" rows={2} {...field('description')} />
        </div>
      </div>
      <RecordingField draft={draft} pending={pending} onChange={change} />
      <div className="admin-pair">
        <SelectField label="Category" options={STAGE_CHOICES} {...field('category')} />
        <SelectField label="Kind" options={KIND_CHOICES} {...field('kind')} />
      </div>
      <Setting
        title="Active"
        text={
          draft.audio_url === ''
            ? 'Stays off until it has a recording'
            : 'Listeners find it in the playlist'
        }
        checked={draft.enabled}
        disabled={draft.audio_url === ''}
        onChange={(enabled) => change({ enabled })}
      />
      <Section title="Words">
        <TextAreaField label="Transcript" rows={5} {...field('transcript')} />
        <TapAlong
          recording={draft.audio_url}
          title={draft.title}
          transcript={draft.transcript}
          timings={draft.transcript_timings}
          onChange={(transcript_timings) => change({ transcript_timings })}
        />
      </Section>
      {draft.audio_url === '' ? null : (
        <Section title="Chapters">
          <ChaptersField
            recording={draft.audio_url}
            title={draft.title}
            seconds={draft.duration}
            chapters={draft.chapters}
            error={errors['chapters']}
            onChange={(chapters) => change({ chapters })}
          />
        </Section>
      )}
      <Section title="Access">
        <Setting
          title="Premium"
          text={
            publicConfig().premiumGate
              ? 'Premium members only'
              : 'Open to everyone while the premium gate in Settings is off'
          }
          checked={draft.is_premium}
          onChange={(is_premium) => change({ is_premium })}
        />
        <Setting
          title="Featured"
          text="Shown on the landing page and at the top of Tracks"
          checked={draft.featured}
          onChange={(featured) => change({ featured })}
        />
      </Section>
      <Section title="Schedule">
        <Schedule form={form} />
      </Section>
      <Section title="Details">
        <TextField label="Credits" {...field('credits')} />
        {draft.audio_url === '' ? null : <RecordingState draft={draft} onChange={change} />}
        {draft.image_url ? (
          <>
            <FocusField
              picture={draft.image_url}
              focus={draft.focus}
              onChange={(focus) => change({ focus })}
            />
            <DownloadLink address={draft.image_url}>Download cover</DownloadLink>
          </>
        ) : null}
        <PreviewTrack draft={draft} track={track} />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="admin-section stack" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

function Schedule({ form: { draft, field } }: Pick<TrackFieldsProps, 'form'>) {
  return (
    <div className="stack">
      {draft.enabled ? null : (
        <TextField
          label="Publish on (optional)"
          type="datetime-local"
          hint={
            isPast(draft.publish_at)
              ? 'This time has passed: the track is published as soon as you save.'
              : 'Leave empty to publish manually. Times are in your time zone.'
          }
          {...field('publish_at')}
        />
      )}
      {draft.enabled || draft.publish_at ? (
        <TextField
          label="Unpublish on (optional)"
          type="datetime-local"
          hint="Leave empty to keep it published."
          {...field('unpublish_at')}
        />
      ) : null}
    </div>
  );
}
