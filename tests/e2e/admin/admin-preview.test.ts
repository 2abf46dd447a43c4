import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';

test('[V1] the preview has two figures and a table of three tracks, the same for everybody', async () => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/admin-preview');
  await expect(page.getByRole('term')).toHaveText(['Total Tracks', 'Favorited Items']);
  await expect(page.getByRole('definition')).toHaveText(['3', '12']);
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Title',
    'Duration',
    'Access',
    'Status',
  ]);
  await expect(table.locator('tbody tr')).toHaveText([
    /Morning Meditation\s*15 min\s*Free\s*Active/,
    /Evening Relaxation\s*20 min\s*Premium/,
    /Deep Sleep Guide\s*30 min\s*Premium/,
  ]);
});
