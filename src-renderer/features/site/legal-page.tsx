import { Markdown } from '#renderer/components/markdown.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Illustration } from '#renderer/components/pictures/illustration.tsx';
import { formatDay } from '#renderer/lib/format.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { useSiteText, useTextList } from '#renderer/lib/site-text.ts';
import './legal.css';

interface LegalPageProps {
  title: string;
  /** The page's name in `SITE_TEXTS`. */
  name: string;
  builtIn: { version: string; updated: string; summary: string; text: string };
}

export function LegalPage({ title, name, builtIn }: LegalPageProps) {
  const sections = useTextList(`${name}.text`, builtIn.text);
  const version = useSiteText(`${name}.version`, builtIn.version);
  const summary = useSiteText(`${name}.summary`, builtIn.summary);
  const updated = publicConfig().longTexts?.[name] ?? builtIn.updated;
  return (
    <>
      <main id="main" tabIndex={-1} className="wrap legal">
        <PageHead title={title} backTo="/" />
        {summary === '' ? null : (
          <p className="lede" dir="auto">
            {summary}
          </p>
        )}
        <p className="tiny">
          {version === '' ? 'Changed on' : `Version ${version}, changed on`}{' '}
          <time dateTime={updated}>{formatDay(updated, 'UTC')}</time>
        </p>
        <div className="legal-cols">
          <nav className="legal-contents" aria-label="On this page">
            <ol>
              {sections.map(({ id, title: heading }) => (
                <li key={id}>
                  <a href={`#${id}`} dir="auto">
                    {heading}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
          <article className="legal-text">
            {sections.map(({ id, title: heading, text }) => (
              <section key={id} id={id} className="stack">
                <h2 dir="auto">{heading}</h2>
                <Markdown text={text} />
              </section>
            ))}
          </article>
        </div>
      </main>
      <Illustration of="field" />
    </>
  );
}
