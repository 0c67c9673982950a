/**
 * What a framework can tell about an element. An inspector runs in the page's own world, where the framework's marks
 * on the DOM can be seen; what it returns is plain data, because the overlay may run in another world.
 */
import type { JsonValue, Manifest, SourceLocation } from '@annotate-mcp/core';

export interface Inspector {
  readonly name: string;
  /**
   * The components around the element, nearest first; empty when this framework rendered nothing there. Called for
   * every element the pointer meets, so it reads what is there and nothing else: no props, no source maps.
   */
  ancestry(element: Element): ComponentSummary[];
  /**
   * Where this very element is written or, for the root element of a library's component, the tag of that component.
   * `null` when that is not known. Never the location of an element around it.
   */
  locate(element: Element, context: InspectContext): Promise<SourceLocation | null>;
  /** The file of each component of `ancestry(element)`; `null` where none of the project's is known. */
  files(element: Element, context: InspectContext): Promise<(string | null)[]>;
  /**
   * The tag of the component at `depth` in the file of the project that uses it; `null` for one that the framework
   * itself shows, and where the place is not known for certain: a wrong place of use is as bad as a wrong line.
   */
  usedAt(element: Element, depth: number, context: InspectContext): Promise<SourceLocation | null>;
  /**
   * The component whose code wrote the element, by its index in the ancestry, as far as the framework tells. Absent where
   * the file of the element is all that is known.
   */
  writer?(element: Element): number | null;
  /**
   * Whether the framework itself has made this very element. Absent where it does not tell: a server may have written the
   * element into the page, where a component that is not known by name had it rendered.
   */
  hasMade?(element: Element): boolean;
  /** Whether this location is in the component's own code; `null` where only its file is known. */
  encloses?(element: Element, depth: number, location: SourceLocation): boolean | null;
  /** What is inside of a component's element is that component's, even when another one wrote it. */
  readonly keepsNearest?: true;
  /** Everything else about the component at `depth` of `ancestry(element)`. Never calls code of the app. */
  describe(element: Element, depth: number, context: InspectContext): Promise<ComponentDetails>;
}

export interface ComponentSummary {
  /** Class or function name without compiler underscores. */
  name: string;
  /** `app-card`, `[appHighlight]`, or the component's name where the framework has no selectors. */
  selector: string;
  /** How many steps up from the asked element (`parentElement`, and from a shadow root to its host) the component's root element is. */
  hostUp: number;
}

/** The part of core's `ComponentTarget` that only the framework knows. */
export interface ComponentDetails {
  componentName: string;
  selector: string;
  /** From the project's root, or `(unresolved: Name)`. */
  componentFilePath: string;
  templateFilePath?: string;
  /** Where the component begins in its own file. */
  componentLocation?: SourceLocation;
  /** Printable and capped, secrets redacted: see print-value.ts. */
  inputs: Record<string, JsonValue>;
}

/** What inspectors need to know of the project. */
export interface InspectContext {
  readonly manifest: Manifest;
  /** Turns a compiler's file name or a module's URL into a path from the project's root; `null` when it is outside of it. */
  toProjectPath: (fileOrUrl: string) => string | null;
  /** Below which the dev server answers: `/`, or `/docs/`. */
  readonly base: string;
}
