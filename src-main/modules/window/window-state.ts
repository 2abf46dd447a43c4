import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import type { JsonFile } from '../json-file.ts';

const DEFAULT_SIZE = { width: 1280, height: 800 };
/** The smallest phone width the pages support. */
export const SMALLEST = { width: 360, height: 560 };

export const windowFileSchema = z.object({
  bounds: z
    .object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() })
    .optional(),
  isMaximized: z.boolean().default(false),
  /** The server's last port; see server-process.ts. */
  port: z.int().min(0).max(65_535).default(0),
});
export type WindowFile = z.output<typeof windowFileSchema>;

/** The saved bounds of the window, ignored if their screen is gone. */
export function findBounds(
  { bounds }: WindowFile,
  screens: readonly Rectangle[],
): Rectangle | typeof DEFAULT_SIZE {
  if (!bounds) return DEFAULT_SIZE;
  const isSeen = screens.some(
    (screen) =>
      bounds.x < screen.x + screen.width - 40 &&
      bounds.x + bounds.width > screen.x + 40 &&
      bounds.y >= screen.y - 8 &&
      bounds.y < screen.y + screen.height - 40,
  );
  const width = Math.max(bounds.width, SMALLEST.width);
  const height = Math.max(bounds.height, SMALLEST.height);
  return isSeen ? { ...bounds, width, height } : DEFAULT_SIZE;
}

export function keepWindowState(window: BrowserWindow, file: JsonFile<WindowFile>): void {
  window.on('close', () => {
    file.write({
      ...file.read(),
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
    });
  });
}
