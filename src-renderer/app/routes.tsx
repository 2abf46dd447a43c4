import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { ROUTES, type RoutePath } from '#contract/constants/pages/routes.ts';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { BrokenPage } from '#renderer/components/messages/broken-page.tsx';
import { loadModule } from '#renderer/lib/requests/load-module.ts';
import { loadLongText } from '#renderer/lib/site-text.ts';
import { BrokenPlayer, ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Root } from './root.tsx';

/**
 * site: public header and footer. app: wide header, tab bar and now playing. bare: no frame. app and bare provide
 * queries and the session. plain: no frame, queries or session, for pages without requests.
 */
type Frame = 'site' | 'app' | 'bare' | 'plain';

interface Page {
  readonly frame: Frame;
  /** From `src-renderer`. The server links its script and style sheets by this key of Vite's manifest. */
  readonly module: string;
  readonly name: string;
}

const page = (frame: Frame, module: string, name: string): Page => ({ frame, module, name });
const ADMIN = page('bare', 'app/screens/admin-screen.tsx', 'AdminScreen');

const PAGES: Record<RoutePath, Page> = {
  '/': page('site', 'features/landing/landing-page.tsx', 'LandingPage'),
  '/home': page('app', 'app/screens/home-screen.tsx', 'HomeScreen'),
  '/login': page('bare', 'features/auth/auth-page.tsx', 'LoginPage'),
  '/signup': page('bare', 'features/auth/auth-page.tsx', 'SignupPage'),
  '/onboarding': page('plain', 'features/site/onboarding-page.tsx', 'OnboardingPage'),
  '/tracks': page('app', 'features/tracks/tracks-page.tsx', 'TracksPage'),
  '/splash': page('plain', 'features/site/splash-page.tsx', 'SplashPage'),
  '/support': page('app', 'features/support/support-page.tsx', 'SupportPage'),
  '/socials': page('app', 'features/site/socials-page.tsx', 'SocialsPage'),
  '/profile': page('app', 'features/people/profile-page.tsx', 'ProfilePage'),
  '/notifications': page(
    'app',
    'features/notifications/notifications-page.tsx',
    'NotificationsPage',
  ),
  '/favorites': page('app', 'features/favorites/favorites-page.tsx', 'FavoritesPage'),
  '/subscription': page('app', 'features/plans/subscription-page.tsx', 'SubscriptionPage'),
  '/player/:trackId': page('bare', 'app/screens/player-screen.tsx', 'PlayerScreen'),
  '/labour': page('bare', 'features/listening/labour-page.tsx', 'LabourPage'),
  '/thank-you': page('bare', 'features/site/thank-you-page.tsx', 'ThankYouPage'),
  '/admin': ADMIN,
  '/admin/:tab': ADMIN,
  '/admin-preview': page('bare', 'features/site/admin-preview-page.tsx', 'AdminPreviewPage'),
  '/privacy': page('site', 'features/site/privacy-policy.tsx', 'PrivacyPage'),
  '/terms': page('site', 'features/site/terms-of-service.tsx', 'TermsPage'),
  '/cookies': page('site', 'features/site/cookie-policy.tsx', 'CookiesPage'),
  '/accessibility': page('site', 'features/site/accessibility-statement.tsx', 'AccessibilityPage'),
  '/contact': page('site', 'features/site/contact-page.tsx', 'ContactPage'),
  '/get-started': page('site', 'features/site/get-started-page.tsx', 'GetStartedPage'),
  '/kiosk': page('bare', 'app/screens/kiosk-screen.tsx', 'KioskScreen'),
  '/hand-over': page('bare', 'features/hand-over/hand-over-page.tsx', 'HandOverPage'),
  '/account-deletion': page(
    'site',
    'features/privacy/account-deletion-page.tsx',
    'AccountDeletionPage',
  ),
  '/account-deletion-confirmation': page(
    'site',
    'features/privacy/account-deletion-confirmation-page.tsx',
    'AccountDeletionConfirmationPage',
  ),
};

/** Page modules; each has its own chunk. */
const MODULES = import.meta.glob<Record<string, ComponentType>>([
  './screens/*-screen.tsx',
  '../features/*/*-page.tsx',
  '../features/site/*-{policy,service,statement}.tsx',
  '!../features/{admin/admin,kiosks/*,listening/player,site/legal,tracks/home}-page.tsx',
]);

interface LazyModule {
  readonly module: string;
  readonly load: () => Promise<ComponentType>;
  /** Loaded together with the page, unless the server rendered it. */
  readonly loadServices?: () => Promise<void>;
}

const lazyPage = ({ module, name }: Page, path: string): LazyModule => ({
  module,
  load: async () => {
    await loadLongText(path);
    const exports =
      await MODULES[module.replace(/^app/, '.').replace(/^features/, '../features')]?.();
    const Component = exports?.[name];
    if (!Component) throw new Error(`${module} has no ${name}`);
    return Component;
  },
});

const SITE_FRAME: LazyModule = {
  module: 'app/site-frame.tsx',
  load: () => import('./site-frame.tsx').then((module) => module.SiteFrame),
};

const DATA_FRAME: LazyModule = {
  module: 'app/data-frame.tsx',
  load: () => import('./data-frame.tsx').then((module) => module.DataFrame),
  loadServices: () => import('./data-frame.tsx').then((module) => module.Services.load()),
};

const APP_FRAME: LazyModule = {
  module: 'app/app-frame.tsx',
  load: () => import('./app-frame.tsx').then((module) => module.AppFrame),
};

/** Describes a lazy route for the router, the server and `prefetch.ts`. */
function lazyRoute({ module, load, loadServices }: LazyModule, Missing = BrokenPage) {
  // Never rejects, because the router would cache the rejection.
  const loadComponent = () => loadModule(load).catch(() => lazyComponent(load, { Missing }));
  return {
    handle: { module, load },
    lazy: async () => {
      // The server renders no background services.
      const services = typeof window === 'undefined' ? undefined : loadServices?.();
      const [Component] = await Promise.all([loadComponent(), services?.catch(() => {})]);
      return { Component };
    },
  };
}

/** Sets the error boundary inside the frame: when a page throws, the frame and the player stay. */
function pagesIn(frame: Frame, ...others: RouteObject[]): RouteObject {
  const pages = ROUTES.filter(({ path }) => PAGES[path].frame === frame);
  const routes = pages.map(({ path }) => ({
    path,
    caseSensitive: true,
    ...lazyRoute(
      lazyPage(PAGES[path], path),
      path === '/player/:trackId' ? BrokenPlayer : BrokenPage,
    ),
  }));
  return { ErrorBoundary: ErrorPage, children: [...routes, ...others] };
}

/** Creates the route table; each router gets its own, because routers mutate it. */
export function createRoutes(): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      children: [
        {
          ...lazyRoute(SITE_FRAME),
          children: [pagesIn('site', { path: '*', Component: NotFoundPage })],
        },
        pagesIn('plain'),
        {
          ...lazyRoute(DATA_FRAME),
          children: [{ ...lazyRoute(APP_FRAME), children: [pagesIn('app')] }, pagesIn('bare')],
        },
      ],
    },
  ];
}

/** Keys in Vite's manifest of the lazy routes at this address. */
export function modulesOf(path: string): string[] {
  const matches = matchRoutes(createRoutes(), path) ?? [];
  return matches.flatMap(({ route }) => route.handle?.module ?? []);
}
