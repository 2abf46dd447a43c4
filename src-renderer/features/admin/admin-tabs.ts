import {
  AudioLines,
  Bell,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  Users,
} from 'lucide-react';
import type { AdminArea } from '#contract/words/admin-roles.ts';
import { type LazyPart, lazyPart } from '#renderer/components/lazy-part.tsx';

interface AdminTab {
  readonly path: string;
  readonly label: string;
  /** Whose role does not open it is not shown it. */
  readonly area: AdminArea;
  readonly icon: LucideIcon;
  readonly part: LazyPart;
}

/** Each tab is a folder of its own and arrives when it is opened. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    path: '/admin',
    label: 'Dashboard',
    area: 'dashboard',
    icon: LayoutDashboard,
    part: lazyPart(() => import('./dashboard/dashboard-tab.tsx').then((m) => m.DashboardTab)),
  },
  {
    path: '/admin/users',
    label: 'Users',
    area: 'people',
    icon: Users,
    part: lazyPart(() => import('./people/users-tab.tsx').then((m) => m.UsersTab)),
  },
  {
    path: '/admin/content',
    label: 'Content',
    area: 'content',
    icon: AudioLines,
    part: lazyPart(() => import('./tracks/content-tab.tsx').then((m) => m.ContentTab)),
  },
  {
    path: '/admin/subscriptions',
    label: 'Subscriptions',
    area: 'plans',
    icon: CreditCard,
    part: lazyPart(() => import('./plans/subscriptions-tab.tsx').then((m) => m.SubscriptionsTab)),
  },
  {
    path: '/admin/notifications',
    label: 'Notifications',
    area: 'notifications',
    icon: Bell,
    part: lazyPart(() =>
      import('./notifications/notifications-tab.tsx').then((m) => m.NotificationsTab),
    ),
  },
  {
    path: '/admin/settings',
    label: 'Settings',
    area: 'settings',
    icon: Settings,
    part: lazyPart(() => import('./settings/settings-tab.tsx').then((m) => m.SettingsTab)),
  },
];
