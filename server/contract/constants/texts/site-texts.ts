import { ACCESSIBILITY_TEXTS } from './accessibility-texts.ts';
import { COOKIES_TEXTS } from './cookies-texts.ts';
import { FOOTER_NOTE } from './footer-note.ts';
import { LANDING_TEXTS } from './landing-texts.ts';
import { ONBOARDING_TEXTS } from './onboarding-texts.ts';
import { PRIVACY_TEXTS } from './privacy-texts.ts';
import { SUPPORT_TEXTS } from './support-texts.ts';
import { TERMS_TEXTS } from './terms-texts.ts';

export interface SiteText {
  readonly label: string;
  /** One line, a list whose entries begin with "## " and a title, the sections of a page in Markdown, or a mail. */
  readonly kind: 'line' | 'list' | 'page' | 'mail';
  /** The built-in text. */
  readonly text: string;
  /** A sample, with invented facts, prices or promises: the owner is asked to replace it. */
  readonly isExample?: true;
  /** Why an owner's text is refused. */
  readonly findFault?: (text: string) => string | undefined;
}

/** The texts of a page or a mail. */
export interface TextGroup {
  readonly title: string;
  /** Names the placeholders that not every page has. */
  readonly hint?: string;
  readonly texts: Readonly<Record<string, SiteText>>;
}

const list = (label: string, text: string): SiteText => ({ label, kind: 'list', text });

const example = (text: SiteText): SiteText => ({ ...text, isExample: true });

const legal = (defaults: { version: string; summary: string; text: string }) => ({
  version: { label: 'Version', kind: 'line', text: defaults.version } as SiteText,
  summary: { label: 'Summary', kind: 'line', text: defaults.summary } as SiteText,
  text: { label: 'Text', kind: 'page', text: defaults.text } as SiteText,
});

/** Every text of a page that the owner can change, remove and reset, by page. */
export const SITE_TEXTS: Readonly<Record<string, TextGroup>> = {
  landing: {
    title: 'Landing page',
    texts: {
      features: example(list('Feature cards', LANDING_TEXTS.features)),
      steps: list('How it works', LANDING_TEXTS.steps),
      differences: list('Why it is different', LANDING_TEXTS.differences),
      testimonials: example(list('Testimonials', LANDING_TEXTS.testimonials)),
      questions: list('Questions mothers ask', LANDING_TEXTS.questions),
    },
  },
  onboarding: { title: 'Onboarding', texts: { slides: list('Slides', ONBOARDING_TEXTS.slides) } },
  support: {
    title: 'Support',
    texts: {
      questions: example(list('Questions', SUPPORT_TEXTS.questions)),
      guide: list('Quick Start Guide', SUPPORT_TEXTS.guide),
    },
  },
  footer: {
    title: 'Footer',
    texts: {
      note: {
        label: 'Note',
        kind: 'line',
        text: FOOTER_NOTE,
      },
    },
  },
  privacy: { title: 'Privacy Policy', texts: legal(PRIVACY_TEXTS) },
  terms: {
    title: 'Terms of Service',
    texts: { ...legal(TERMS_TEXTS), text: example(legal(TERMS_TEXTS).text) },
  },
  cookies: { title: 'Cookie Policy', texts: legal(COOKIES_TEXTS) },
  accessibility: { title: 'Accessibility', texts: legal(ACCESSIBILITY_TEXTS) },
};

/** Every text by its name, such as `landing.questions`. */
export const textsByName = (groups: Readonly<Record<string, TextGroup>>) =>
  new Map(
    Object.entries(groups).flatMap(([page, { texts }]) =>
      Object.entries(texts).map(([text, entry]) => [`${page}.${text}`, entry] as const),
    ),
  );

/** The texts of pages by name. */
export const TEXTS_BY_NAME: ReadonlyMap<string, SiteText> = textsByName(SITE_TEXTS);

/** The key of an owner's text in the settings: `text.landing.questions`. */
export const TEXT_KEY_PREFIX = 'text.';
