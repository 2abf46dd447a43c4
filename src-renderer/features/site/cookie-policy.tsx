import { COOKIES_TEXTS } from '#contract/constants/texts/cookies-texts.ts';
import { LegalPage } from './legal-page.tsx';

export function CookiesPage() {
  return <LegalPage title="Cookie Policy" name="cookies" builtIn={COOKIES_TEXTS} />;
}
