/** One thing a hand does, as WebDriver and WebDriver BiDi both spell it. */
export type HandAction =
  | { type: 'pointerMove'; x: number; y: number; duration: number; origin: 'viewport' }
  | { type: 'pointerDown' | 'pointerUp'; button: number }
  | { type: 'keyDown' | 'keyUp'; value: string }
  | { type: 'pause'; duration: number };

export interface Hand {
  type: 'pointer' | 'key';
  id: string;
  actions: HandAction[];
}

export interface Size {
  width: number;
  height: number;
}

/** A window with a profile of its own: all that an engine has to be able to do. */
export interface EngineWindow {
  goto(url: string): Promise<void>;
  /** Awaits what the expression gives, which is a string. It is no gesture of hers. */
  run(expression: string): Promise<string>;
  act(hand: Hand): Promise<void>;
  /** Puts files into the first field that matches. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** What it shows, as PNG in base 64. */
  photograph(): Promise<string>;
  close(): Promise<void>;
}

export interface RunningEngine {
  open(size: Size): Promise<EngineWindow>;
  stop(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  readonly isInstalled: boolean;
  start(): Promise<RunningEngine>;
}

/** No question to an engine may take longer; whatever does has hung. */
export const ANSWER_MS = 20_000;
