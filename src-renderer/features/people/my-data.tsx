import { useMutation } from '@tanstack/react-query';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { saveFile } from '#renderer/lib/save-file.ts';

const BUSY = 'Preparing...';

/** Exports the user's data. Hidden on a kiosk, where the file would remain. */
export function MyData() {
  const isKiosk = useDesktopState()?.isKiosk === true;
  const download = useMutation({
    mutationFn: async (format: 'html' | 'json') =>
      saveFile(await backend().call('getOwnData', { input: { format } })),
  });
  if (isKiosk) return null;
  const busyWith = download.isPending ? download.variables : undefined;
  return (
    <div className="stack my-data">
      <p>
        <strong>Download my data.</strong> A copy of everything we keep about you.
      </p>
      {download.isError ? <Banner tone="bad">{download.error.message}</Banner> : null}
      <div className="row">
        <Button
          look="line"
          small
          busy={busyWith === 'html' && BUSY}
          onClick={() => download.mutate('html')}
        >
          Readable copy
        </Button>
        <Button
          look="line"
          small
          busy={busyWith === 'json' && BUSY}
          onClick={() => download.mutate('json')}
        >
          Data file (JSON)
        </Button>
      </div>
    </div>
  );
}
