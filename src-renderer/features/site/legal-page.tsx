import { Land } from '#renderer/components/land.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import type { LegalText } from './legal-text.ts';
import './legal.css';

/** A text in numbered sections, with its contents beside it. */
export function LegalPage({ text }: { text: LegalText }) {
  const sections = text.sections(useBrand());
  return (
    <>
      <main id="main" tabIndex={-1} className="wrap legal">
        <PageHead title={text.title} backTo="/" />
        <p className="lede">{text.summary}</p>
        <p className="tiny">
          Last changed on <time dateTime={text.updated}>{formatDate(text.updated)}</time>
        </p>
        <div className="legal-cols">
          <nav className="legal-contents" aria-label="On this page">
            <ol>
              {sections.map(({ id, heading }) => (
                <li key={id}>
                  <a href={`#${id}`}>{heading}</a>
                </li>
              ))}
            </ol>
          </nav>
          <article className="legal-text">
            {sections.map(({ id, heading, body }) => (
              <section key={id} id={id} className="stack">
                <h2>{heading}</h2>
                {body}
              </section>
            ))}
          </article>
        </div>
      </main>
      <Land of="field" />
    </>
  );
}
