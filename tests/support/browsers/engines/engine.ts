import type { Workspace } from './workspace.ts';

/** An input action in the format that WebDriver and WebDriver BiDi share. */
export type InputAction =
  | { type: 'pointerMove'; x: number; y: number; duration: number; origin: 'viewport' }
  | { type: 'pointerDown' | 'pointerUp'; button: number }
  | { type: 'keyDown' | 'keyUp'; value: string }
  | { type: 'pause'; duration: number };

export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  actions: InputAction[];
}

export interface Size {
  width: number;
  height: number;
}

/** A window with its own profile: the interface each engine implements. */
export interface EngineWindow {
  goto(url: string): Promise<void>;
  /** Awaits the expression's value, a string. Does not count as a user gesture. */
  run(expression: string): Promise<string>;
  act(source: InputSource): Promise<void>;
  /** Sets files on the first matching field. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** A screenshot as base64 PNG. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

export type OpenWindow = (size: Size) => Promise<EngineWindow>;

export interface Engine {
  readonly name: string;
  readonly isInstalled: boolean;
  /** The engine runs until the workspace is closed. */
  start(workspace: Workspace): Promise<OpenWindow>;
}

/** Timeout of a request to an engine; an engine that takes longer hangs. */
export const ANSWER_MS = 20_000;
