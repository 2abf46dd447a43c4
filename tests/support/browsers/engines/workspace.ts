import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, startTool, type Tool } from './tool.ts';

/** A private home folder and a null audio output: Firefox does not play without an audio device. */
export interface Workspace {
  readonly home: string;
  readonly env: Environment;
  /** Runs until the workspace is closed; processes stop in reverse order. */
  start(command: readonly string[], ready: RegExp | null, env?: Environment): Promise<Tool>;
  close(): Promise<void>;
}

export async function openWorkspace(): Promise<Workspace> {
  const home = mkdtempSync(join(tmpdir(), 'cradlesong-engine-'));
  const socket = join(home, 'sound');
  const base = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home };
  const tools: Tool[] = [];
  const workspace: Workspace = {
    home,
    env: { ...base, PULSE_SERVER: `unix:${socket}` },
    async start(command, ready, env = workspace.env) {
      const tool = await startTool(command, ready, env);
      tools.push(tool);
      return tool;
    },
    async close() {
      for (const tool of tools.splice(0).reverse()) await tool.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  const speaker = [
    ...['pulseaudio', '-n', '-v', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1'],
    ...['-L', 'module-null-sink'],
    ...['-L', `module-native-protocol-unix socket=${socket} auth-anonymous=1`],
  ];
  try {
    await workspace.start(speaker, /Daemon startup complete/, base);
    return workspace;
  } catch (error) {
    await workspace.close();
    throw error;
  }
}
