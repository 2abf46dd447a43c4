import { Pause, Play } from 'lucide-react';
import { LANDING_TEXTS } from '#contract/constants/texts/landing-texts.ts';
import { IconButton } from '#renderer/components/icon-button.tsx';
import { isOwners, useTextList } from '#renderer/lib/site-text.ts';
import { Portrait } from './portrait.tsx';
import { useRotation } from './use-rotation.ts';

/** Time of day in each portrait, by position of its testimonial; repeated when there are more. */
const PORTRAIT_LIGHTS = ['morning', 'night', 'evening'] as const;

export function Testimonials() {
  const testimonials = useTextList('landing.testimonials', LANDING_TEXTS.testimonials);
  const rotation = useRotation(testimonials.length);
  if (testimonials.length === 0) return null;
  return (
    <section
      className="wrap testimonials"
      id="testimonials"
      aria-roledescription="carousel"
      aria-label="Testimonials"
      {...rotation.containerProps}
    >
      <div className="quotes" aria-live={rotation.isRotating ? 'off' : 'polite'}>
        {testimonials.map(({ id, title, text }, index) => {
          // The title has a name and a role: "Ruth A., Mother of two, Leeds".
          const [name, ...role] = title.split(', ');
          return (
            <figure
              key={id}
              className={`quote${index === rotation.index ? ' shown' : ''}`}
              aria-hidden={index !== rotation.index}
            >
              <blockquote className="verse" dir="auto">
                “{text}”
              </blockquote>
              <figcaption className="row">
                <Portrait light={PORTRAIT_LIGHTS[index % PORTRAIT_LIGHTS.length] ?? 'morning'} />
                <span>
                  <b dir="auto">{name}</b>
                  <span className="quiet small" dir="auto">
                    {role.join(', ')}
                  </span>
                </span>
              </figcaption>
            </figure>
          );
        })}
      </div>
      <div className="dots">
        {testimonials.map(({ id }, index) => (
          <button
            key={id}
            type="button"
            aria-label={`Testimonial ${index + 1} of ${testimonials.length}`}
            aria-current={index === rotation.index || undefined}
            onClick={() => rotation.show(index)}
          />
        ))}
        <IconButton
          icon={rotation.isStopped ? Play : Pause}
          label={rotation.isStopped ? 'Start the rotation' : 'Stop the rotation'}
          onClick={() => rotation.setStopped(!rotation.isStopped)}
        />
        {isOwners('landing.testimonials') ? null : (
          <SampleMark>Sample voices, until mothers have given us theirs</SampleMark>
        )}
      </div>
    </section>
  );
}

export function SampleMark({ children }: { children: string }) {
  return <span className="badge sample">{children}</span>;
}
