import { TERMS_TEXTS } from '#contract/constants/texts/terms-texts.ts';
import { LegalPage } from './legal-page.tsx';

export function TermsPage() {
  return <LegalPage title="Terms of Service" name="terms" builtIn={TERMS_TEXTS} />;
}
