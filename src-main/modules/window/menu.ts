import type { MenuItemConstructorOptions } from 'electron';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';

interface MenuActions {
  open: (path: string) => void;
  reload: () => void;
  toggleFullScreen: () => void;
  about: () => void;
  quit: () => void;
}

/** The desktop window's menu; a kiosk has none. */
export function menuTemplate(
  actions: MenuActions,
  platform: NodeJS.Platform,
): MenuItemConstructorOptions[] {
  const about = { label: `About ${DEFAULT_BRAND.name}`, click: actions.about };
  const quit = { label: 'Quit', accelerator: 'CmdOrCtrl+Q', click: actions.quit };
  return [
    {
      label: DEFAULT_BRAND.name,
      submenu: [
        { label: 'Home', accelerator: 'CmdOrCtrl+Shift+H', click: () => actions.open('/home') },
        { label: 'Admin', accelerator: 'CmdOrCtrl+Shift+A', click: () => actions.open('/admin') },
        { type: 'separator' },
        ...(platform === 'darwin' ? [about, { type: 'separator' as const }] : []),
        quit,
      ],
    },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { label: 'Reload', accelerator: 'CmdOrCtrl+R', click: actions.reload },
        {
          label: 'Full screen',
          accelerator: platform === 'darwin' ? 'Ctrl+Cmd+F' : 'F11',
          click: actions.toggleFullScreen,
        },
        { type: 'separator' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'resetZoom' },
      ],
    },
    ...(platform === 'darwin' ? [] : [{ label: 'Help', submenu: [about] }]),
  ];
}
