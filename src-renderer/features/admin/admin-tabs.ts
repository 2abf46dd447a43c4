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
import { SETTINGS_PARTS, SUBSCRIPTIONS_PARTS, type TabPart, USERS_PARTS } from './tab-parts.ts';

interface AdminTab {
  readonly path: string;
  readonly label: string;
  /** Hidden from roles without access to this area. */
  readonly area: AdminArea;
  readonly icon: LucideIcon;
  readonly Tab: LazyComponent;
  /** For the search, separated by spaces. */
  readonly keywords: string;
  readonly parts?: readonly TabPart[];
}

const lazyTab = (importTab: () => Promise<ComponentType>) =>
  lazyComponent(importTab, {
    waiting: createElement(SkeletonRows, { rows: 3 }),
    Missing: MissingTab,
  });

/** The tabs, each in its own folder and loaded lazily. */
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
    parts: USERS_PARTS,
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
    parts: SUBSCRIPTIONS_PARTS,
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
    parts: SETTINGS_PARTS,
    Tab: lazyTab(() => import('./settings/settings-tab.tsx').then((m) => m.SettingsTab)),
  },
];
