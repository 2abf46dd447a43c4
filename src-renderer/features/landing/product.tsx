import { useAtomValue } from 'jotai';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { isSounding, playbackAtom, usePlayer } from '#renderer/data/playback.ts';
import kiosk from './art/kiosk.avif';
import labour from './art/labour.avif';
import player from './art/player.avif';
import voice from './art/voice.mp3';

const SCREENS = [
  { picture: player, name: 'The player at night' },
  { picture: labour, name: 'Labour mode' },
];

const FOR_CENTRES = [
  'A locked screen that anyone can use, with no account',
  'It clears itself after each visitor, and what they play can continue on their phone',
  'Codes that give your families full access',
];

/** Screenshots and an audio sample. Works without JavaScript and without an account. */
export function Product() {
  return (
    <section className="wrap product">
      <div className="section-head">
        <h2>Made for the dark hours</h2>
        <p className="lede">
          A player that keeps a dark room dark, and a labour mode with three big buttons.
        </p>
        <figure className="product-voice">
          <figcaption>
            <b>Hear the voice</b>
            <span className="quiet small">
              The first half minute of the morning prayer. No account needed.
            </span>
          </figcaption>
          <Voice />
          <blockquote className="verse">
            Good morning, dear mother. Welcome to this quiet time of prayer. Find a place where your
            body feels held. Let your shoulders grow soft, and let your jaw be loose.
          </blockquote>
        </figure>
      </div>
      <div className="product-screens">
        {SCREENS.map(({ picture, name }) => (
          <figure key={name}>
            <img src={picture} alt="" width="390" height="844" loading="lazy" />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

/** The sample and the player never play at the same time. */
function Voice() {
  const element = useRef<HTMLAudioElement>(null);
  const player = usePlayer();
  const isPlayerSounding = isSounding(useAtomValue(playbackAtom).status);
  useEffect(() => {
    if (isPlayerSounding) element.current?.pause();
  }, [isPlayerSounding]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the text below is the transcript.
    <audio
      ref={element}
      controls
      preload="none"
      src={voice}
      aria-label="Hear the voice, half a minute"
      onPlay={() => {
        if (isPlayerSounding) player.pause();
      }}
    />
  );
}

export function ForBirthCentres() {
  return (
    <section className="wrap centre">
      <img src={kiosk} alt="The first screen of a kiosk" width="1280" height="800" loading="lazy" />
      <div className="stack">
        <h2>For birth centres</h2>
        <ul className="ticks">
          {FOR_CENTRES.map((text) => (
            <li key={text}>
              <Icon of={Check} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <ButtonLink to="/contact" look="line">
          Ask about a kiosk
        </ButtonLink>
      </div>
    </section>
  );
}
