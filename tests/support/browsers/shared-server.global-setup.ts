import type { TestProject } from 'vitest/node';
import { startServerProcess } from '../servers/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of `sharedServer` in `e2e.ts`. */
    sharedServerUrl: string;
  }
}

export async function setup(project: TestProject) {
  const server = await startServerProcess();
  project.provide('sharedServerUrl', server.url);
  return () => server.stop();
}
