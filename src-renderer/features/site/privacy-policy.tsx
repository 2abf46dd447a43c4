import { PRIVACY_TEXTS } from '#contract/constants/texts/privacy-texts.ts';
import { LegalPage } from './legal-page.tsx';

export function PrivacyPage() {
  return <LegalPage title="Privacy Policy" name="privacy" builtIn={PRIVACY_TEXTS} />;
}
