/** What a scripted agent does with a browser. Each server has its own tools for it; ours are in annotate-tools.ts. */
import type { OutlineLine } from './outline.ts';

/** Where something is done: by the ref in an outline, or, as the last resort, by a CSS selector. */
export type Place = { readonly ref: string } | { readonly css: string };

interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string;
}

export interface ClickOptions {
  readonly count?: 1 | 2;
  /** The click opens a dialog of the page. */
  readonly dialog?: DialogAnswer;
}

/** Each of them throws a `ToolFailure` when the server says that it did not work. */
export interface TaskTools {
  readonly title: string;
  /** Since the last `open`. */
  readonly cost: Cost;
  open(url: string): Promise<void>;
  look(): Promise<readonly OutlineLine[]>;
  click(place: Place, options?: ClickOptions): Promise<void>;
  clickAt(x: number, y: number): Promise<void>;
  hover(place: Place): Promise<void>;
  drag(from: Place, to: Place): Promise<void>;
  /** Replaces what a field holds. */
  fill(place: Place, text: string): Promise<void>;
  /** Replaces what an editor holds. */
  rewrite(place: Place, text: string): Promise<void>;
  /** Types at the end of what an editor holds. */
  append(place: Place, text: string): Promise<void>;
  /** Chooses an option of a native select. */
  choose(place: Place, option: string): Promise<void>;
  /** Sets the value of a field that takes no keys, such as a slider or a colour. */
  setValue(place: Place, name: string, value: string): Promise<void>;
  press(key: string): Promise<void>;
  scrollDown(): Promise<void>;
  waitForText(text: string): Promise<void>;
  /** Looks at the page as a picture. */
  takePicture(): Promise<void>;
  /** Chooses a file after pressing this. */
  upload(place: Place, file: LocalFile): Promise<void>;
  dropFile(place: Place, file: LocalFile): Promise<void>;
  /** Clicks on what downloads a file; returns the file's path. */
  download(place: Place): Promise<string>;
  /** Goes on in the tab that was opened last. */
  goToNewTab(): Promise<void>;
}

export interface LocalFile {
  readonly name: string;
  readonly content: string;
}

export interface Cost {
  calls: number;
  /** Text that the agent has to read. */
  characters: number;
}

/** The server refused or failed; the message is what it said. */
export class ToolFailure extends Error {}

/** The server has no tool for this. */
export class MissingToolFailure extends ToolFailure {}
