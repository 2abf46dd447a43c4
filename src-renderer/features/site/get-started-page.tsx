import { ButtonLink } from '#renderer/components/button.tsx';
import { Land } from '#renderer/components/land.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import './get-started.css';

export function GetStartedPage() {
  const { name, stores, trialDays } = useBrand();
  const steps = [
    {
      title: 'Download',
      text: `Get ${name} for your phone, or stay here and use it in the browser.`,
    },
    { title: 'Create an account', text: 'An e-mail address and a password are all it takes.' },
    {
      title: `Start your ${trialDays}-day free trial`,
      text: 'Look around in peace. No card is asked for.',
    },
    {
      title: 'Explore content',
      text: 'Choose your stage, press play, and keep what helps with the heart.',
    },
  ];
  return (
    <>
      <main id="main" tabIndex={-1} className="wrap get-started">
        <PageHead title="Get Started" backTo="/" />
        <p className="lede">Four small steps, and you can take them with one hand.</p>
        <div className="get-started-stores">
          <ButtonLink to={stores.appStore}>Download for iOS</ButtonLink>
          <ButtonLink to={stores.googlePlay}>Download for Android</ButtonLink>
        </div>
        <ol className="get-started-steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <section className="get-started-help">
          <h2>Need Help?</h2>
          <p className="quiet">
            If anything stands in the way, write to us and we will sort it out.
          </p>
          <ButtonLink to="/contact" look="soft">
            Contact us
          </ButtonLink>
        </section>
      </main>
      <Land of="path" />
    </>
  );
}
