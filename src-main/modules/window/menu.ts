import type { MenuItemConstructorOptions } from 'electron';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';

/** The desktop window's menu; a kiosk has none. */
export function menuTemplate(
  open: (path: string) => void,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const about = { role: 'about', label: `About ${DEFAULT_BRAND.name}` } as const;
  return [
    {
      label: DEFAULT_BRAND.name,
      submenu: [
        { label: 'Home', accelerator: 'CmdOrCtrl+Shift+H', click: () => open('/home') },
        { label: 'Admin', accelerator: 'CmdOrCtrl+Shift+A', click: () => open('/admin') },
        { type: 'separator' },
        ...(platform === 'darwin' ? [about, { type: 'separator' as const }] : []),
        { role: 'quit', label: 'Quit', accelerator: 'CmdOrCtrl+Q' },
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'reload', label: 'Reload' },
        { role: 'togglefullscreen', label: 'Full screen' },
        { type: 'separator' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
      ],
    },
    ...(platform === 'darwin' ? [] : [{ label: 'Help', submenu: [about] }]),
  ];
}
