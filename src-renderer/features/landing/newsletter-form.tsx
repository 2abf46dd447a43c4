import { type FormEvent, useState } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { CheckedForm } from '#renderer/components/forms/checked-form.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { AppStoreButton, GooglePlayButton } from './store-buttons.tsx';

type Progress = 'open' | 'sending' | 'sent' | 'failed';

export function Newsletter() {
  return (
    <section className="newsletter" aria-labelledby="letter">
      <div className="wrap newsletter-inner">
        <div className="stack newsletter-text">
          <h2 id="letter">One letter a month</h2>
          <p className="lede">
            A psalm in our own words, word of a new recording, and nothing else. You can leave with
            one click.
          </p>
        </div>
        <NewsletterForm />
        <div className="badges">
          <GooglePlayButton />
          <AppStoreButton />
        </div>
      </div>
    </section>
  );
}

function NewsletterForm() {
  const [progress, setProgress] = useState<Progress>('open');
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setProgress('sending');
    const isSent = await send(new FormData(form));
    setProgress(isSent ? 'sent' : 'failed');
    if (isSent) form.reset();
  };
  return (
    <CheckedForm
      className="newsletter-form"
      action="/newsletter"
      method="post"
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="source" value="landing" />
      <TextField
        label="Your email address"
        type="email"
        name="email"
        required
        autoComplete="email"
      />
      <Button type="submit" busy={progress === 'sending' && 'Sending...'}>
        Subscribe
      </Button>
      <div className="newsletter-result" aria-live="polite">
        {progress === 'sent' ? (
          <Banner tone="good">
            Thank you. We have sent you a letter; please open it and confirm your address.
          </Banner>
        ) : null}
        {progress === 'failed' ? (
          <Banner tone="bad">
            That did not reach us. Your address is still there; please try again in a moment.
          </Banner>
        ) : null}
      </div>
    </CheckedForm>
  );
}

async function send(form: FormData): Promise<boolean> {
  const { email, source } = Object.fromEntries(form);
  const input = { email: String(email), source: String(source) };
  // Loaded on first use.
  return import('#renderer/lib/requests/call.ts')
    .then(({ createCall }) => createCall(fetch)('subscribe', { input }))
    .then(
      () => true,
      () => false,
    );
}
