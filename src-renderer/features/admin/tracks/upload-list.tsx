import { Button } from '#renderer/components/button.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { isOnItsWay, type Upload, type UploadQueue } from './upload-queue.ts';

interface UploadListProps {
  uploads: readonly Upload[];
  queue: UploadQueue;
}

export function UploadList({ uploads, queue }: UploadListProps) {
  const isIdle = uploads.every(({ state }) => state === 'done' || state === 'failed');
  return (
    <section className="card" aria-labelledby="uploads">
      <div className="row between">
        <h2 id="uploads">Uploads</h2>
        {isIdle ? (
          <Button small look="soft" onClick={() => queue.clear()}>
            Clear the list
          </Button>
        ) : null}
      </div>
      <ul className="a-list">
        {uploads.map((upload) => (
          <UploadLine key={upload.id} upload={upload} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ upload, queue }: { upload: Upload; queue: UploadQueue }) {
  const { file, state, sent } = upload;
  const { name } = file;
  const leave = state === 'failed' ? 'Remove' : 'Cancel';
  const isUnderWay = state === 'sending' || state === 'reconnecting' || state === 'paused';
  return (
    <li>
      <div className="a-upload">
        <b>{name}</b>
        <p className="small quiet num" role="status">
          {stateOf(upload)}
        </p>
        {isUnderWay ? (
          <progress aria-label={`Sending ${name}`} max={file.size} value={sent} />
        ) : null}
      </div>
      {state === 'failed' ? (
        <Button small look="soft" onClick={() => queue.resume(upload)}>
          Try again
        </Button>
      ) : null}
      {isOnItsWay(state) ? (
        <Button small look="soft" aria-label={`Pause ${name}`} onClick={() => queue.pause(upload)}>
          Pause
        </Button>
      ) : null}
      {state === 'paused' ? (
        <Button
          small
          look="soft"
          aria-label={`Resume ${name}`}
          onClick={() => queue.resume(upload)}
        >
          Resume
        </Button>
      ) : null}
      {state === 'done' ? null : (
        <Button
          small
          look="line"
          aria-label={`${leave} ${name}`}
          onClick={() => queue.cancel(upload)}
        >
          {leave}
        </Button>
      )}
    </li>
  );
}

function stateOf({ state, sent, seconds, reason, file }: Upload): string {
  const size = `${(file.size / 1e6).toFixed(1)} MB`;
  const share = `${Math.floor((sent / Math.max(1, file.size)) * 100)} % of ${size}`;
  if (state === 'failed') return reason ?? 'It did not arrive.';
  if (state === 'done')
    return `${formatClock(seconds ?? 0)}, ${size}. Switched off until you publish it.`;
  if (state === 'waiting') return `Waits for its turn, ${size}`;
  if (state === 'paused') return `Paused at ${share}. ${reason ?? ''}`.trim();
  if (state === 'reconnecting')
    return `No connection; ${share} have arrived. It goes on by itself.`;
  return sent < file.size ? share : 'Sent; the server is looking at it';
}
