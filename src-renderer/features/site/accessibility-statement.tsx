import { LegalPage } from './legal-page.tsx';
import type { LegalText } from './legal-text.ts';

/** In step with docs/accessibility.md, which says how each of it is held. */
export const accessibilityStatement: LegalText = {
  title: 'Accessibility',
  updated: '2026-11-22',
  summary:
    'Every mother should be able to use this, by touch, by keyboard, by ear or with large letters. Here is what works, what does not yet, and where to tell us.',
  sections: (brand) => [
    {
      id: 'aim',
      heading: 'What we aim at',
      body: (
        <p>
          The Web Content Accessibility Guidelines (WCAG) 2.2, level AA, on every page of{' '}
          {brand.name}, in the light and the dark theme. We believe that most of it is met; what we
          know is not, stands below.
        </p>
      ),
    },
    {
      id: 'met',
      heading: 'What works',
      body: (
        <ul>
          <li>
            Everything can be done by keyboard alone. The place where you are is always in sight,
            and two links at the beginning of each page skip to its content and to the player.
          </li>
          <li>
            A screen reader is told each page by its name, and each thing you do in one sentence,
            such as “Playing Evening Scripture Meditation, 10 minutes”.
          </li>
          <li>
            An error names the field it is about, and says what it needs. What you typed stays.
          </li>
          <li>
            Text at twice its size, a page enlarged four times, and a phone held sideways: all of it
            can be read without scrolling to the side.
          </li>
          <li>
            Texts and controls stand out from what is behind them. Your own colours, if your device
            forces them, are kept, and nothing moves if you asked for less motion.
          </li>
          <li>
            Nothing needs dragging: each list that can be put in another order has a menu for it.
          </li>
          <li>Single keys that control the player can be switched off on your profile.</li>
          <li>
            Each spoken recording that comes with {brand.name} has its words, which follow the
            voice.
          </li>
        </ul>
      ),
    },
    {
      id: 'known',
      heading: 'What is in the way',
      body: (
        <ul>
          <li>
            We try it with what browsers give to screen readers. It has not yet been tried for long
            by people who use one every day.
          </li>
          <li>
            Three short messages go away after two seconds: that you are signed in, that your
            account was made, and which theme is on. Each time the page shows the same.
          </li>
          <li>
            A few messages, such as that of the newsletter’s form, may be read beside the sentence
            about what you did, and not as a part of it.
          </li>
          <li>Recordings that are added later have words only where they were written for them.</li>
        </ul>
      ),
    },
    {
      id: 'tell',
      heading: 'Tell us',
      body: (
        <>
          <p>
            If something keeps you from listening, please write to{' '}
            <a href={`mailto:${brand.email}?subject=Accessibility`}>{brand.email}</a> or call{' '}
            <a href={`tel:${brand.phone.replaceAll(' ', '')}`}>{brand.phone}</a>. Say which page it
            was, and what you use to read it, if you know. You need no account for that.
          </p>
          <p>
            If you need the words of a recording in another form, ask at the same address. All the
            ways to reach us are on the <a href="/contact">contact page</a>.
          </p>
        </>
      ),
    },
    {
      id: 'tried',
      heading: 'How we try it',
      body: (
        <p>
          Each change is tried by programs that visit every page in both themes, walk through it by
          keyboard at the size of a phone and of a small window, and look for what the guidelines
          ask. They find much, and not everything: that is why we ask you to tell us.
        </p>
      ),
    },
  ],
};

export function AccessibilityPage() {
  return <LegalPage text={accessibilityStatement} />;
}
