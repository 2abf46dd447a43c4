import { useMutation } from '@tanstack/react-query';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { saveFile } from '#renderer/lib/save-file.ts';

const FORMATS = [
  { format: 'html', label: 'Readable copy' },
  { format: 'json', label: 'Data file (JSON)' },
] as const;

/** Exports the user's data. Hidden on a kiosk, where the file would remain. */
export function MyData() {
  const isKiosk = useDesktopState()?.isKiosk === true;
  const download = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]['format']) =>
      saveFile(await backend().call('getOwnData', { input: { format } })),
  });
  if (isKiosk) return null;
  return (
    <div className="stack my-data">
      <p>
        <strong>Download my data.</strong> A copy of everything we keep about you.
      </p>
      {download.isError ? <Banner tone="bad">{download.error.message}</Banner> : null}
      <div className="row">
        {FORMATS.map(({ format, label }) => (
          <Button
            key={format}
            look="line"
            small
            busy={download.isPending && download.variables === format && 'Preparing...'}
            onClick={() => download.mutate(format)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
