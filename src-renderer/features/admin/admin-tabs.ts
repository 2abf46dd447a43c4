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
}

const lazyTab = (importTab: () => Promise<ComponentType>) =>
  lazyComponent(importTab, {
    waiting: createElement(SkeletonRows, { rows: 3, label: 'Loading...' }),
    Missing: MissingTab,
  });

/** Each tab has its own folder and is loaded lazily. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    path: '/admin',
    label: 'Dashboard',
    area: 'dashboard',
    icon: LayoutDashboard,
    Tab: lazyTab(() => import('./dashboard/dashboard-tab.tsx').then((m) => m.DashboardTab)),
  },
  {
    path: '/admin/users',
    label: 'Users',
    area: 'people',
    icon: Users,
    Tab: lazyTab(() => import('./people/users-tab.tsx').then((m) => m.UsersTab)),
  },
  {
    path: '/admin/content',
    label: 'Content',
    area: 'content',
    icon: AudioLines,
    Tab: lazyTab(() => import('./tracks/content-tab.tsx').then((m) => m.ContentTab)),
  },
  {
    path: '/admin/subscriptions',
    label: 'Subscriptions',
    area: 'plans',
    icon: CreditCard,
    Tab: lazyTab(() => import('./plans/subscriptions-tab.tsx').then((m) => m.SubscriptionsTab)),
  },
  {
    path: '/admin/notifications',
    label: 'Notifications',
    area: 'notifications',
    icon: Bell,
    Tab: lazyTab(() =>
      import('./notifications/notifications-tab.tsx').then((m) => m.NotificationsTab),
    ),
  },
  {
    path: '/admin/settings',
    label: 'Settings',
    area: 'settings',
    icon: Settings,
    Tab: lazyTab(() => import('./settings/settings-tab.tsx').then((m) => m.SettingsTab)),
  },
];
