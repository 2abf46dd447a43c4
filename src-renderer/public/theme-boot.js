// Runs before the first paint, so that a night reader never sees a white page. Kept in step with lib/theme.ts.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // storage may be closed; the system's preference decides
  }
  const isDark =
    kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', isDark);
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.content = isDark ? '#15110e' : '#f7f2eb';
  }
})();
