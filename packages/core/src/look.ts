import type { BoundingBox, JsonValue, PageTarget, SourceLocation, Viewport } from './annotation.ts';

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
  /** Why a requested picture could not be taken. */
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

/** An agent asks pages that are open to look at one of their elements. It stands in the store while the agent waits. */
export interface LookRequest {
  id: string;
  askedAt: string;
  /** The tabs that may show it, best first. */
  sessionIds: string[];
  target: LookTarget;
  /** Exactly these computed styles. Default: those that differ from the defaults of the tag. */
  styles?: string[];
  picture: boolean;
  /** Leaves out what the console said before. */
  consoleSince?: string;
}

export type LookTarget =
  | { by: 'annotation'; id: string; place: PageTarget }
  | { by: 'selector'; selector: string };

/** What one hub knows about one request. It stands in the store as long as the request. */
export interface LookAnswer {
  /** The request's id, and one that the hub has made for itself. */
  id: string;
  requestId: string;
  pages: AskedPage[];
  /** How many pages were not asked because visitors have them open. */
  visitors: number;
}

export interface AskedPage {
  sessionId: string;
  url: string;
  /** It was closed or reloaded after the request. */
  gone?: true;
  answer?: PageLook;
}

/** A page's answer. It answers twice if a picture is requested, because that takes much longer than the rest. */
export type PageLook = {
  /** The tab is in the background, or its window is covered. */
  hidden: boolean;
} & (
  | {
      found: true;
      look: ElementLook;
      /** How many elements the selector matches; the first one is looked at. */
      matches: number;
      /** WebP in base64. */
      picture?: string;
      /** The picture is still being taken. */
      pictureFollows?: true;
    }
  | {
      found: false;
      /** Elements with the same tag and a similar text, best first. */
      similar: { selector: string; text: string }[];
      /** `selector`: it is none. `shadow`: `similar` is what it matches inside shadow roots. */
      problem?: 'selector' | 'shadow';
    }
);

/** Whether the page has said everything: an answer may announce a picture that follows. */
export function hasAnswered({ answer }: AskedPage): boolean {
  return answer !== undefined && !(answer.found && answer.pictureFollows === true);
}
