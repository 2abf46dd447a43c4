import { Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '#renderer/lib/theme.ts';
import { Icon } from './icon.tsx';
import { toast } from './toast.ts';

/** For the switch in the settings, which is the same choice in another shape. */
export function useThemeChoice(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useTheme();
  const choose = (next: Theme) => {
    const change = () => setTheme(next);
    // Fetched with the first press; without a line the change comes at once.
    void import('#renderer/lib/cross-fade.ts').then(({ crossFade }) => crossFade(change), change);
    toast.brief(next === 'dark' ? 'Dark mode activated' : 'Light mode activated');
  };
  return { theme, choose };
}

/** Both icons are in the document and the style sheet shows one, so the first paint is right. */
export function ThemeToggle() {
  const { theme, choose } = useThemeChoice();
  return (
    <button
      type="button"
      className="ib"
      aria-label="Dark mode"
      title="Dark mode"
      aria-pressed={theme === 'dark'}
      onClick={() => choose(theme === 'dark' ? 'light' : 'dark')}
    >
      <Icon of={Moon} className="to-dark" />
      <Icon of={Sun} className="to-light" />
    </button>
  );
}
