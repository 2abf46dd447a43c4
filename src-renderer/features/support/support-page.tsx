import { BookOpen, ChevronRight, CircleHelp, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { SUPPORT_TEXTS } from '#contract/constants/texts/support-texts.ts';
import { Accordion } from '#renderer/components/accordion.tsx';
import { SearchField } from '#renderer/components/forms/search-field.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { AFTER_TYPING_MS, useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useTextList } from '#renderer/lib/site-text.ts';
import { searchTopics, topicOf } from './search-topics.ts';
import { TicketForm } from './ticket-form.tsx';
import './support.css';

const ways = [
  {
    anchor: '#faq',
    icon: CircleHelp,
    title: 'Questions',
    text: 'Quick answers to common questions',
  },
  { anchor: '#contact', icon: MessageCircle, title: 'Write to us', text: 'A real person replies' },
  { anchor: '#guide', icon: BookOpen, title: 'User guide', text: 'Get started in five steps' },
];

export function SupportPage() {
  const [typed, setTyped] = useState('');
  const topics = useTextList('support.questions', SUPPORT_TEXTS.questions).map(topicOf);
  const steps = useTextList('support.guide', SUPPORT_TEXTS.guide).map(topicOf);
  const questions = searchTopics(topics, typed);
  const guide = searchTopics(steps, typed);

  useAnnounced(typed ? resultText(questions.length + guide.length) : null, {
    afterMs: AFTER_TYPING_MS,
  });
  return (
    <main id="main" tabIndex={-1} className="wrap support">
      <PageHead title="Support Center" backTo="/profile" returns />
      <SearchField
        placeholder="Search support topics"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <nav className="ways" aria-label="Support topics">
        {ways.map(({ anchor, icon, title, text }) => (
          <Link key={anchor} to={anchor}>
            <Icon of={icon} />
            <span>
              <b>{title}</b>
              <small className="small quiet">{text}</small>
            </span>
            <Icon of={ChevronRight} className="i-chevron-right" />
          </Link>
        ))}
      </nav>
      <div className="support-columns">
        <section id="faq" className="stack">
          <h2>Questions</h2>
          {questions.length ? (
            <Accordion
              name="support"
              items={questions.map(({ title, text }) => ({ question: title, answer: text }))}
            />
          ) : (
            <p className="quiet">No questions match. Try fewer words, or write to us below.</p>
          )}
        </section>
        <div className="stack support-side">
          <section id="contact" className="card stack">
            <h2>Contact Support</h2>
            <TicketForm />
          </section>
          <ContactInformation />
          <section id="guide" className="stack">
            <h2 className="h3">Quick Start Guide</h2>
            {guide.length ? (
              <ol className="guide">
                {guide.map(({ id, title, text }) => (
                  <li key={id}>
                    <b dir="auto">{title}</b>
                    <span className="small quiet" dir="auto">
                      {text}
                    </span>
                  </li>
                ))}
              </ol>
            ) : (
              <p className="quiet">No steps match.</p>
            )}
          </section>
        </div>
      </div>
    </main>
  );
}

function resultText(count: number): string {
  return count === 1 ? '1 topic found' : `${count} topics found`;
}

function ContactInformation() {
  const { email } = useBrand();
  const isKiosk = useDesktopState()?.isKiosk === true;
  return (
    <section className="card flat stack" aria-labelledby="contact-information">
      <h2 id="contact-information" className="h3">
        Contact Information
      </h2>
      <p>
        {/* A kiosk has no mail program and hides such links. */}
        {isKiosk ? (
          email
        ) : (
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        )}
      </p>
      <p className="quiet small">
        We usually respond within 24 hours. Premium users get a faster response. For anything about
        your health or your baby’s, call your healthcare provider.
      </p>
    </section>
  );
}
