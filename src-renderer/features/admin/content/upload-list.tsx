import { Button } from '#renderer/components/button.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import type { Upload } from './use-uploads.ts';

interface UploadListProps {
  uploads: readonly Upload[];
  onRetry: (upload: Upload) => void;
  onStop: (upload: Upload) => void;
  onClear: () => void;
}

export function UploadList({ uploads, onRetry, onStop, onClear }: UploadListProps) {
  const isIdle = uploads.every(({ state }) => state === 'done' || state === 'failed');
  return (
    <section className="card" aria-labelledby="uploads">
      <div className="row between">
        <h2 id="uploads">Uploads</h2>
        {isIdle ? (
          <Button small look="soft" onClick={onClear}>
            Clear the list
          </Button>
        ) : null}
      </div>
      <ul className="a-list">
        {uploads.map((upload) => (
          <li key={upload.id}>
            <div className="a-upload">
              <b>{upload.file.name}</b>
              <p className="small quiet num" role="status">
                {stateOf(upload)}
              </p>
              {upload.state === 'sending' ? (
                <progress aria-label={`Sending ${upload.file.name}`} max={1} value={upload.share} />
              ) : null}
            </div>
            {upload.state === 'failed' ? (
              <Button small look="soft" onClick={() => onRetry(upload)}>
                Try again
              </Button>
            ) : null}
            {upload.state === 'waiting' || upload.state === 'sending' ? (
              <Button small look="line" onClick={() => onStop(upload)}>
                Stop
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ state, share, seconds, failure, file }: Upload): string {
  const size = `${(file.size / 1e6).toFixed(1)} MB`;
  if (state === 'failed') return failure ?? 'It did not arrive.';
  if (state === 'done')
    return `${formatClock(seconds ?? 0)}, ${size}. Switched off until you publish it.`;
  if (state === 'waiting') return `Waits for its turn, ${size}`;
  return share < 1
    ? `${Math.floor(share * 100)} % of ${size}`
    : 'Sent; the server is looking at it';
}
