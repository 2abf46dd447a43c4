import {
  AudioLines,
  Bell,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  Users,
} from 'lucide-react';
import { type LazyPart, lazyPart } from '#renderer/components/lazy-part.tsx';

interface AdminTab {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly part: LazyPart;
}

/** Each tab is a folder of its own and arrives when it is opened. */
export const ADMIN_TABS: readonly AdminTab[] = [
  {
    path: '/admin',
    label: 'Dashboard',
    icon: LayoutDashboard,
    part: lazyPart(() => import('./dashboard/dashboard-tab.tsx').then((m) => m.DashboardTab)),
  },
  {
    path: '/admin/users',
    label: 'Users',
    icon: Users,
    part: lazyPart(() => import('./people/users-tab.tsx').then((m) => m.UsersTab)),
  },
  {
    path: '/admin/content',
    label: 'Content',
    icon: AudioLines,
    part: lazyPart(() => import('./tracks/content-tab.tsx').then((m) => m.ContentTab)),
  },
  {
    path: '/admin/subscriptions',
    label: 'Subscriptions',
    icon: CreditCard,
    part: lazyPart(() => import('./plans/subscriptions-tab.tsx').then((m) => m.SubscriptionsTab)),
  },
  {
    path: '/admin/notifications',
    label: 'Notifications',
    icon: Bell,
    part: lazyPart(() =>
      import('./notifications/notifications-tab.tsx').then((m) => m.NotificationsTab),
    ),
  },
  {
    path: '/admin/settings',
    label: 'Settings',
    icon: Settings,
    part: lazyPart(() => import('./settings/settings-tab.tsx').then((m) => m.SettingsTab)),
  },
];
