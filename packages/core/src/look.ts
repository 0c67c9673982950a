import type { BoundingBox, JsonValue, SourceLocation, Viewport } from './annotation.ts';

/** One element as a page shows it at one moment. Taken by the overlay, with everything private left out. */
export interface ElementLook {
  takenAt: string;
  pageUrl: string;
  pageTitle: string;
  viewport: Viewport;
  /** How far the page is scrolled, in CSS pixels. */
  scroll: { x: number; y: number };
  element: LookedAtElement;
  /** CSS path of the element, ` >>> ` into a shadow root or a frame. */
  selector: string;
  /** Its text on one line. A longer one ends with how long it is. */
  text: string;
  /** One line for each thing in it that has a role or a text: `button "Save" disabled`. Indented by two spaces. */
  outline: string;
  attributes: Record<string, string>;
  /** Computed styles that differ from those of a blank element with the same tag, or exactly those asked for. */
  styles: Record<string, string>;
  box: BoundingBox;
  /** Why a person does not see it; absent when they do. */
  invisibleBecause?: string;
  component?: LookedAtComponent;
  /** Where this very element is written. */
  sourceLocation?: SourceLocation;
  /** Errors and warnings of the console, oldest first. */
  consoleErrors: string[];
  /** File name under `.annotate/attachments/`, where the picture is kept. */
  picture?: string;
  /** Why a picture that was asked for could not be taken. */
  pictureProblem?: string;
}

export interface LookedAtElement {
  tag: string;
  role?: string;
  name?: string;
}

export interface LookedAtComponent {
  name: string;
  /** Relative to the project root, or `(unresolved: Name)`. */
  file: string;
  templateFile?: string;
  /** Where the component begins in its file. */
  line?: number;
  inputs: Record<string, JsonValue>;
}
