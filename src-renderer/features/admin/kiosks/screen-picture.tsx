import type { ScreenPicture as Picture } from '#contract/calls/kiosks.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { formatMoment } from '../shared/format-moment.ts';
import { useAskForPicture, useScreenPicture } from './kiosks-query.ts';

const WORDS: Record<Picture['state'], string> = {
  none: 'What is on the screen at this moment. The kiosk takes the picture itself, and never while somebody is there.',
  waiting: 'Asked for. A kiosk that is in touch answers within seconds.',
  unanswered:
    'The kiosk has not answered: it is not in touch, or its program is older than pictures.',
  'in-use': 'Somebody is there, so no picture was taken. Ask again when the kiosk is quiet.',
  taken: 'It is kept for an hour, for those who may manage kiosks.',
};

/** What a kiosk shows, for whoever cannot stand before it. */
export function ScreenPicture({ kiosk }: { kiosk: Kiosk }) {
  const { data, error } = useScreenPicture(kiosk.id);
  const ask = useAskForPicture(kiosk.id);
  const failed = ask.error ?? error;
  return (
    <>
      <h3 className="kiosk-part">The screen</h3>
      {failed ? <Banner tone="bad">{failed.message}</Banner> : null}
      {data?.state === 'taken' ? <Shown picture={data} name={kiosk.settings.name} /> : null}
      <p className="small quiet" role="status">
        {WORDS[data?.state ?? 'none']}
      </p>
      <div>
        <Button
          look="soft"
          busy={(ask.isPending || data?.state === 'waiting') && 'Waiting for it...'}
          onClick={() => ask.mutate()}
        >
          {data === undefined || data.state === 'none' ? 'Ask for a picture' : 'Ask again'}
        </Button>
      </div>
    </>
  );
}

interface ShownProps {
  picture: Extract<Picture, { state: 'taken' }>;
  name: string;
}

function Shown({ picture, name }: ShownProps) {
  const moment = formatMoment(picture.at);
  return (
    <figure className="kiosk-picture">
      <img src={`data:image/jpeg;base64,${picture.image}`} alt={`The screen of ${name}`} />
      <figcaption className="small quiet">
        <time dateTime={picture.at}>{moment}</time>
      </figcaption>
    </figure>
  );
}
