import type { Kiosk } from '#contract/rows/kiosks.ts';
import { Button } from '#renderer/components/button.tsx';
import { Fact } from '../shared/fact.tsx';
import { formatCount, formatMoment } from '../shared/format.ts';
import {
  ERROR_TEXTS,
  formatOpeningHours,
  kioskStatus,
  restartMessage,
  timeAgo,
} from './kiosk-messages.ts';

interface KioskCardProps {
  kiosk: Kiosk;
  /** In milliseconds. */
  now: number;
  /** Absent for roles without write access. */
  onOpen: (() => void) | undefined;
}

export function KioskCard({ kiosk, now, onOpen }: KioskCardProps) {
  const { tone, text } = kioskStatus(kiosk, now);
  const { name } = kiosk.settings;
  const restart = restartMessage(kiosk, now);
  return (
    <li className="card stack">
      <div className="row between kiosk-head">
        <div>
          <h2>{name}</h2>
          <p className={`kiosk-state ${tone}`}>{text}</p>
          <p className="small quiet">{kiosk.is_own ? 'On this machine' : 'Remote'}</p>
        </div>
        {onOpen ? (
          <Button look="soft" small onClick={onOpen}>
            Manage<span className="visually-hidden"> {name}</span>
          </Button>
        ) : null}
      </div>
      <dl className="kiosk-facts">
        <Fact label="Up since">
          {kiosk.started_at ? formatMoment(kiosk.started_at) : 'Unknown'}
        </Fact>
        <Fact label="Last touch">{timeAgo(kiosk.last_input_at, now)}</Fact>
        <Fact label="Last sound">{timeAgo(kiosk.last_sound_at, now)}</Fact>
        <Fact label="Volume limit">{`${kiosk.settings.volumePercent}%`}</Fact>
        <Fact label="Hours">{formatOpeningHours(kiosk.settings.openingHours)}</Fact>
        <Fact label="Version">{kiosk.version ?? 'Unknown'}</Fact>
      </dl>
      {restart ? <p className="small">{restart}</p> : null}
      <ErrorList errors={kiosk.troubles} />
    </li>
  );
}

function ErrorList({ errors }: { errors: Kiosk['troubles'] }) {
  const newest = errors.at(-1);
  if (!newest) return <p className="small quiet">No errors</p>;
  return (
    <details className="kiosk-errors">
      <summary>
        {formatCount(errors.length, 'error', 'errors')}, last {formatMoment(newest.at)}
      </summary>
      <ul>
        {errors.toReversed().map(({ kind, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal entries may have the same time
          <li key={index}>
            <time dateTime={at}>{formatMoment(at)}</time> {ERROR_TEXTS[kind]}
          </li>
        ))}
      </ul>
    </details>
  );
}
