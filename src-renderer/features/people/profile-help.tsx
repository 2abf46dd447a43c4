import { Accordion } from '#renderer/components/accordion.tsx';
import { ButtonLink } from '#renderer/components/button.tsx';

const help = [
  {
    question: 'How do I change my profile picture?',
    answer: 'Choose Edit Profile above and upload a picture.',
  },
  {
    question: 'How do I turn on dark mode?',
    answer: 'Use the Dark Mode switch under Settings. The choice is kept on this device.',
  },
  {
    question: 'How do I manage my favorites?',
    answer:
      'Press the heart on a meditation to add it or to remove it. You find all of them under My Favorites.',
  },
  {
    question: 'I need more help',
    answer: 'Press Contact Support and write to us. We usually reply within 24 hours.',
  },
];

export function ProfileHelp() {
  return (
    <section className="card" aria-labelledby="help">
      <h2 id="help">Help &amp; Support</h2>
      <Accordion name="help" items={help} plain />
      <p className="profile-contact">
        <ButtonLink to="/support" look="soft" block>
          Contact Support
        </ButtonLink>
      </p>
    </section>
  );
}
