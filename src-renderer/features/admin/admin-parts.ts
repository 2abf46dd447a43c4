import {
  AudioLines,
  Bell,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  Users,
} from 'lucide-react';
import { type ComponentType, createElement } from 'react';
import type { AdminArea } from '#contract/constants/admin-roles.ts';
import { type LazyComponent, lazyComponent } from '#renderer/components/lazy-component.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { MissingTab } from './missing-tab.tsx';

interface AdminTab {
  readonly path: string;
  readonly label: string;
  /** Hidden from roles without access to this area. */
  readonly area: AdminArea;
  readonly icon: LucideIcon;
  readonly Tab: LazyComponent;
  /** For the search, separated by spaces. */
  readonly keywords: string;
  /** All parts except the first, which has the URL of the tab. */
  readonly parts?: readonly AdminPart[];
}

type AdminPart = readonly [param: string, label: string, area: AdminArea, keywords: string];

const lazyTab = (importTab: () => Promise<ComponentType>) =>
  lazyComponent(importTab, {
    waiting: createElement(SkeletonRows, { rows: 3 }),
    Missing: MissingTab,
  });

/**
 * The tabs, each in its own folder and loaded lazily, with their parts for the search;
 * `tests/e2e/admin/admin-search.test.ts` compares them with the pages.
 */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    path: '/admin',
    label: 'Dashboard',
    area: 'dashboard',
    icon: LayoutDashboard,
    keywords: 'figures plays chart disk waits',
    Tab: lazyTab(() => import('./dashboard/dashboard-tab.tsx').then((m) => m.DashboardTab)),
  },
  {
    path: '/admin/users',
    label: 'Users',
    area: 'people',
    icon: Users,
    keywords: 'people mothers accounts ban password',
    parts: [
      ['tickets', 'Support', 'support', 'tickets questions answers help'],
      ['newsletter', 'Newsletter', 'newsletter', 'subscribers list csv mail'],
      ['privacy', 'Privacy requests', 'privacy', 'deletion erase gdpr'],
    ],
    Tab: lazyTab(() => import('./people/users-tab.tsx').then((m) => m.UsersTab)),
  },
  {
    path: '/admin/content',
    label: 'Content',
    area: 'content',
    icon: AudioLines,
    keywords: 'tracks recordings upload audio covers',
    Tab: lazyTab(() => import('./tracks/content-tab.tsx').then((m) => m.ContentTab)),
  },
  {
    path: '/admin/subscriptions',
    label: 'Subscriptions',
    area: 'plans',
    icon: CreditCard,
    keywords: 'plans premium',
    parts: [['codes', 'Centre codes', 'plans', 'birth centre cards print qr redeem']],
    Tab: lazyTab(() => import('./plans/subscriptions-tab.tsx').then((m) => m.SubscriptionsTab)),
  },
  {
    path: '/admin/notifications',
    label: 'Notifications',
    area: 'notifications',
    icon: Bell,
    keywords: 'write send news',
    Tab: lazyTab(() =>
      import('./notifications/notifications-tab.tsx').then((m) => m.NotificationsTab),
    ),
  },
  {
    path: '/admin/settings',
    label: 'Settings',
    area: 'settings',
    icon: Settings,
    keywords: '',
    parts: [
      [
        'brand',
        'Brand',
        'settings',
        'name contact address links stores price words landing verse preview',
      ],
      [
        'texts',
        'Texts',
        'settings',
        'words landing onboarding support footer privacy terms cookies legal questions testimonials',
      ],
      [
        'mail-texts',
        'Mails to users',
        'settings',
        'mails texts welcome confirm reset subject preview',
      ],
      ['announcement', 'Announcement', 'settings', 'banner home from to'],
      [
        'access',
        'Sign-in & access',
        'settings',
        'sign-up guests premium consent switches mail test',
      ],
      ['mails', 'Mails to you', 'settings', 'owner notify alert'],
      ['outbox', 'Outbox', 'outbox', 'mails sent waiting'],
      ['backups', 'Backups', 'backups', 'restore copy download'],
      ['kiosks', 'Kiosks', 'kiosks', 'screens tablets birth centre'],
      ['people', 'People', 'admins', 'admins invite roles second factor editor helpdesk'],
      ['password', 'Password', 'settings', 'change admin'],
      ['sessions', 'Sessions', 'settings', 'machines signed in devices sign out end'],
      ['log', 'Audit log', 'log', 'who did what history csv'],
    ],
    Tab: lazyTab(() => import('./settings/settings-tab.tsx').then((m) => m.SettingsTab)),
  },
];
