import { ACCESSIBILITY_TEXTS } from '#contract/constants/texts/accessibility-texts.ts';
import { LegalPage } from './legal-page.tsx';

export function AccessibilityPage() {
  return <LegalPage title="Accessibility" name="accessibility" builtIn={ACCESSIBILITY_TEXTS} />;
}
