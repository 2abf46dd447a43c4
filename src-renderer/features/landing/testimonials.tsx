import { Pause, Play } from 'lucide-react';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { TESTIMONIALS } from './landing-texts.ts';
import { Portrait } from './portrait.tsx';
import { useRotation } from './use-rotation.ts';

const EVERY_MS = 8000;

export function Testimonials({ isStill }: { isStill: boolean }) {
  const rotation = useRotation(TESTIMONIALS.length, EVERY_MS, isStill);
  return (
    <section
      className="wrap testi"
      id="testimonials"
      aria-roledescription="carousel"
      aria-label="Testimonials"
      {...rotation.holders}
    >
      <div className="quotes" aria-live={rotation.isTurning ? 'off' : 'polite'}>
        {TESTIMONIALS.map(({ quote, name, role, portrait }, index) => (
          <figure
            key={name}
            className={`quote${index === rotation.index ? ' shown' : ''}`}
            aria-hidden={index !== rotation.index}
          >
            <blockquote className="verse">“{quote}”</blockquote>
            <figcaption className="row">
              <Portrait light={portrait} />
              <span>
                <b>{name}</b>
                <span className="quiet small">{role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="dots">
        {TESTIMONIALS.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            aria-label={`Testimonial ${index + 1} of ${TESTIMONIALS.length}`}
            aria-current={index === rotation.index || undefined}
            onClick={() => rotation.show(index)}
          />
        ))}
        <IconButton
          icon={rotation.isStopped ? Play : Pause}
          label={rotation.isStopped ? 'Start the rotation' : 'Stop the rotation'}
          onClick={() => rotation.setStopped(!rotation.isStopped)}
        />
        <SampleMark>Sample voices, until mothers have given us theirs</SampleMark>
      </div>
    </section>
  );
}

/** Says of a text that it is an example, in words everybody understands. */
export function SampleMark({ children }: { children: string }) {
  return <span className="badge sample">{children}</span>;
}
