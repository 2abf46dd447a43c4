import { Moon, Sun } from 'lucide-react';
import { crossFade, setTheme, type Theme, useTheme } from '#renderer/lib/theme.ts';
import { Icon } from './icon.tsx';
import { toast } from './messages/toast.ts';

/** The theme and a function that changes it with a toast; also used by the switch in the settings. */
export function useThemeChoice(): { theme: Theme; choose: (theme: Theme) => void } {
  const theme = useTheme();
  const choose = (next: Theme) => {
    crossFade(() => setTheme(next));
    toast.success(next === 'dark' ? 'Dark mode activated' : 'Light mode activated');
  };
  return { theme, choose };
}

/** Both icons are in the document and CSS shows one, so that the first paint shows the right one. */
export function ThemeToggle() {
  const { theme, choose } = useThemeChoice();
  return (
    <button
      type="button"
      className="icon-button"
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
