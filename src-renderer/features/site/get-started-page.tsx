import { ButtonLink } from '#renderer/components/button.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Illustration } from '#renderer/components/pictures/illustration.tsx';
import { ownersLink, useBrand } from '#renderer/lib/public-config.ts';
import './get-started.css';

export function GetStartedPage() {
  const brand = useBrand();
  const { name, trialDays } = brand;
  const ios = ownersLink(brand, 'stores', 'appStore');
  const android = ownersLink(brand, 'stores', 'googlePlay');
  const steps = [
    {
      title: 'Download',
      text: `Get ${name} for your phone, or stay here and use it in the browser.`,
    },
    { title: 'Create an account', text: 'An email address and a password are all it takes.' },
    {
      title: `Start your ${trialDays}-day free trial`,
      text: 'Look around in peace. No card is asked for.',
    },
    {
      title: 'Explore content',
      text: 'Choose your stage, press play, and tap the heart to save what helps.',
    },
  ];
  return (
    <>
      <main id="main" tabIndex={-1} className="wrap get-started">
        <PageHead title="Get Started" backTo="/" />
        <p className="lede">Four small steps, and you can take them with one hand.</p>
        <div className="get-started-stores">
          <ButtonLink to={ios ?? '#home-screen'}>Download for iOS</ButtonLink>
          <ButtonLink to={android ?? '#home-screen'}>Download for Android</ButtonLink>
        </div>
        {ios && android ? null : (
          <section id="home-screen" className="stack">
            <h2>Add {name} to your home screen</h2>
            <p>iPhone or iPad: open this page in Safari, tap Share, then “Add to Home Screen”.</p>
            <p>
              Android: open the menu of your browser, then tap “Install app” or “Add to Home
              screen”.
            </p>
          </section>
        )}
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
      <Illustration of="path" />
    </>
  );
}
