import type { ReactNode } from 'react';
import type { RoutePath } from '#contract/words/routes.ts';
import { type LazyPart, lazyPart, readyPart } from '#renderer/components/lazy-part.tsx';
import { PageSlot } from './page-slot.tsx';
import { SiteLayout } from './site-layout.tsx';

/**
 * site: the public header and footer. app: the wide header, the tab bar and what is playing.
 * bare: nothing around it. In app and bare, queries and the session are at hand. plain: nothing
 * around it and nothing behind it, for what is prerendered and asks the server nothing.
 */
export type Layout = 'site' | 'app' | 'bare' | 'plain';

export interface Screen {
  readonly layout: Layout;
  readonly page: LazyPart;
}

/** One page for its two addresses, so that a tab leads to the next without a gate in between. */
const ADMIN: Screen = {
  layout: 'bare',
  page: lazyPart(() =>
    import('#renderer/app/screens/admin-screen.tsx').then((module) => module.AdminScreen),
  ),
};

/**
 * Which page stands at which address. Write the import with its full `#renderer/…` path: the build
 * reads it here to find the style sheet and the script of a prerendered page.
 */
export const SCREENS: Record<RoutePath, Screen> = {
  // The front door: its first screenful is small, and one file arrives sooner than nine.
  '/': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/landing/landing-page.tsx').then((module) => module.LandingPage),
    ),
  },
  '/home': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/app/screens/home-screen.tsx').then((module) => module.HomeScreen),
    ),
  },
  '/login': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/features/auth/auth-page.tsx').then((module) => module.LoginPage),
    ),
  },
  '/signup': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/features/auth/auth-page.tsx').then((module) => module.SignupPage),
    ),
  },
  '/onboarding': {
    layout: 'plain',
    page: lazyPart(() =>
      import('#renderer/features/site/onboarding-page.tsx').then((module) => module.OnboardingPage),
    ),
  },
  '/tracks': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/features/tracks/tracks-page.tsx').then((module) => module.TracksPage),
    ),
  },
  '/splash': {
    layout: 'plain',
    page: lazyPart(() =>
      import('#renderer/features/site/splash-page.tsx').then((module) => module.SplashPage),
    ),
  },
  '/support': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/features/support/support-page.tsx').then((module) => module.SupportPage),
    ),
  },
  '/socials': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/features/site/socials-page.tsx').then((module) => module.SocialsPage),
    ),
  },
  '/profile': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/features/people/profile-page.tsx').then((module) => module.ProfilePage),
    ),
  },
  '/notifications': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/features/notifications/notifications-page.tsx').then(
        (module) => module.NotificationsPage,
      ),
    ),
  },
  '/favorites': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/features/favorites/favorites-page.tsx').then(
        (module) => module.FavoritesPage,
      ),
    ),
  },
  '/subscription': {
    layout: 'app',
    page: lazyPart(() =>
      import('#renderer/features/plans/subscription-page.tsx').then(
        (module) => module.SubscriptionPage,
      ),
    ),
  },
  '/player/:trackId': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/app/screens/player-screen.tsx').then((module) => module.PlayerScreen),
    ),
  },
  '/labour': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/features/listening/labour-page.tsx').then((module) => module.LabourPage),
    ),
  },
  '/thank-you': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/features/site/thank-you-page.tsx').then((module) => module.ThankYouPage),
    ),
  },
  '/admin': ADMIN,
  '/admin/:tab': ADMIN,
  '/admin-preview': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/features/site/admin-preview-page.tsx').then(
        (module) => module.AdminPreviewPage,
      ),
    ),
  },
  '/privacy': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/site/privacy-policy.tsx').then((module) => module.PrivacyPage),
    ),
  },
  '/terms': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/site/terms-of-service.tsx').then((module) => module.TermsPage),
    ),
  },
  '/cookies': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/site/cookie-policy.tsx').then((module) => module.CookiesPage),
    ),
  },
  '/accessibility': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/site/accessibility-statement.tsx').then(
        (module) => module.AccessibilityPage,
      ),
    ),
  },
  '/contact': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/site/contact-page.tsx').then((module) => module.ContactPage),
    ),
  },
  '/get-started': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/site/get-started-page.tsx').then(
        (module) => module.GetStartedPage,
      ),
    ),
  },
  '/kiosk': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/app/screens/kiosk-screen.tsx').then((module) => module.KioskScreen),
    ),
  },
  '/hand-over': {
    layout: 'bare',
    page: lazyPart(() =>
      import('#renderer/features/hand-over/hand-over-page.tsx').then(
        (module) => module.HandOverPage,
      ),
    ),
  },
  '/account-deletion': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/privacy/account-deletion-page.tsx').then(
        (module) => module.AccountDeletionPage,
      ),
    ),
  },
  '/account-deletion-confirmation': {
    layout: 'site',
    page: lazyPart(() =>
      import('#renderer/features/privacy/account-deletion-confirmation-page.tsx').then(
        (module) => module.AccountDeletionConfirmationPage,
      ),
    ),
  },
};

export const LAYOUTS: Record<Layout, LazyPart<{ children: ReactNode }>> = {
  site: readyPart(SiteLayout),
  plain: readyPart(PageSlot),
  app: lazyPart(() => import('./app-layout.tsx').then((module) => module.AppLayout)),
  bare: lazyPart(() => import('./bare-layout.tsx').then((module) => module.BareLayout)),
};
