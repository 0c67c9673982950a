/** A compact description of the page: one line per element that has text or can be used. What a line says is page-tree.ts. */
import type { Listening } from './handlers.ts';
import { type Fault, locate, type LocalTarget } from './locate.ts';
import { type SnapshotNode, frames, nodesOf } from './page-tree.ts';
import { findHandlers, plainZone } from './pressable.ts';
import { maskText, type ShownSecrets, whileShown } from './secrets.ts';
import { countSuspects, forgetSuspects } from './suspects.ts';

export interface SnapshotOptions {
  /** Only this element; for an annotation also what is around it. */
  readonly target?: LocalTarget;
  /** Only elements whose line has this text, in any case, with the elements that contain them. */
  readonly find?: string;
  /** The driver has passed these elements to `noteListening`. */
  readonly listening?: Listening;
  /** What the person has allowed on the site of this document. */
  readonly shown?: ShownSecrets;
}

export interface PageSnapshot {
  /** Indented by how far inside their elements are. */
  readonly lines: readonly string[];
  readonly frames: readonly FrameLine[];
  /** Number of elements that may have a closed shadow root; the driver checks each with `suspect(index)`. */
  readonly suspects: number;
}

/** A line below which the content of a frame belongs. */
interface FrameLine {
  /** Index in `lines`. */
  readonly line: number;
  readonly depth: number;
  /** For `frameElement(index)`. */
  readonly index: number;
}

/** `null` when the target is in a frame. */
export function takeSnapshot({
  target,
  find,
  listening = { press: [], drop: [] },
  shown: allowed,
}: SnapshotOptions): PageSnapshot | { fault: Fault } | null {
  frames.length = 0;
  forgetSuspects();
  const located = target === undefined ? { element: document.documentElement } : locate(target);
  if ('fault' in located) return located;
  if (!('element' in located)) return null;
  const root = target?.by === 'annotation' ? nearestContainer(located.element) : located.element;
  findHandlers(root, listening);
  const shown = whileShown(allowed, () => masked(nodesOf(root, plainZone)));
  const kept = find === undefined ? shown : matching(shown, find.toLowerCase());
  return { ...linesOf(kept), suspects: countSuspects() };
}

/** The nearest landmark, form or dialog around an element. */
function nearestContainer(element: Element): Element {
  const around =
    'main, nav, header, footer, aside, section, article, form, dialog, [role=dialog], [role=main], [role=region]';
  return element.parentElement?.closest(around) ?? element.parentElement ?? element;
}

/** Before anything is looked for: what is found would tell a secret letter by letter. */
function masked(shown: readonly SnapshotNode[]): SnapshotNode[] {
  return shown.map((each) => ({ ...each, text: maskText(each.text), children: masked(each.children) }));
}

function matching(shown: readonly SnapshotNode[], wanted: string): SnapshotNode[] {
  return shown.flatMap((each) => {
    // The content of a frame is searched in the frame itself.
    if (each.frame !== undefined || each.text.toLowerCase().includes(wanted)) return [each];
    const children = matching(each.children, wanted);
    return children.length === 0 ? [] : [{ ...each, children }];
  });
}

function linesOf(shown: readonly SnapshotNode[]): Pick<PageSnapshot, 'lines' | 'frames'> {
  const lines: string[] = [];
  const found: FrameLine[] = [];
  const add = (nodes: readonly SnapshotNode[], depth: number): void => {
    const indent = '  '.repeat(depth);
    for (const { text, children, frame } of nodes) {
      if (frame !== undefined) found.push({ line: lines.length, depth, index: frame });
      lines.push(indent + text);
      add(children, depth + 1);
    }
  };
  add(shown, 0);
  return { lines, frames: found };
}
