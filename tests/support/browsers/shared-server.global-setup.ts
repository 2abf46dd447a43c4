import type { TestProject } from 'vitest/node';
import { startServerProcess } from '../servers/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** See `sharedServer` in `e2e.ts`; undefined outside the project `e2e`. */
    sharedServer: { url: string; dataDir: string } | undefined;
  }
}

export async function setup(project: TestProject) {
  const server = await startServerProcess();
  project.provide('sharedServer', { url: server.url, dataDir: server.dataDir });
  return () => server.stop();
}
