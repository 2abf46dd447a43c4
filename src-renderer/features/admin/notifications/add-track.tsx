import { SelectField } from '#renderer/components/forms/select-field.tsx';
import { useAdminQuery } from '../shared/use-admin-query.ts';

/** Inserts a link to a track into the text. */
export function AddTrack({ onAdd }: { onAdd: (link: string) => void }) {
  const { data: tracks = [] } = useAdminQuery(
    ['tracks', 'to-link'],
    async ({ tables }, { signal }) => {
      const { data } = await tables
        .from('audio_content')
        .select('id,title')
        .eq('enabled', true)
        .order('title')
        .abortSignal(signal)
        .throwOnError();
      return data;
    },
  );
  return (
    <SelectField
      label="Add a track"
      hint="Adds a link to the text. Any address that begins with https:// becomes a link too."
      value=""
      options={[
        { value: '', label: 'Choose a track' },
        ...tracks.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      onChoose={(value) => {
        const track = tracks.find(({ id }) => String(id) === value);
        if (track) onAdd(trackLink(track));
      }}
    />
  );
}

/** The format that `NotificationText` parses. */
const trackLink = ({ id, title }: { id: number; title: string }) =>
  `[${title.replaceAll(/[[\]]/g, '')}](/player/${id})`;
