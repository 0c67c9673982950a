/** A browser as a person uses it: pointer, keys and what is on the page. One file per browser implements it. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface RealBrowser extends AsyncDisposable {
  /** Name and version, as the browser reports them. */
  readonly version: string;
  open(url: string): Promise<void>;
  /** Calls the function in the page; it sees nothing but its arguments. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>;
  moveTo(point: Point): Promise<void>;
  pressPointer(): Promise<void>;
  releasePointer(): Promise<void>;
  /** `Alt+Shift+KeyA`: the keys are pressed in this order and released in the opposite one. */
  pressKeys(keys: string): Promise<void>;
  typeText(text: string): Promise<void>;
}

export interface BrowserKind {
  readonly name: string;
  /** The Debian package that has it. */
  readonly debianPackages: string;
  /** `null` when it is not installed. */
  find(): string | null;
  start(program: string): Promise<RealBrowser>;
}
