/** Asks the inspectors in this world. */
import type { BoundingBox, Manifest, PickedElement, SourceLocation } from '@annotate-mcp/core';

import type { OverlayConfig } from '../state/config.ts';

import { frameOf, isOverlay, outwards, parentOf, stepsOut } from './dom-tree.ts';
import { describeElement, domPath, elementFacts } from './dom.ts';
import { guarded } from './foreign.ts';
import { inspectors } from './index.ts';
import type { InspectedTarget, Inspection } from './inspection.ts';
import type { ComponentDetails, ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { watchModuleVersions } from './module-versions.ts';
import { createProjectPath } from './project-path.ts';
import { domSnapshot } from './snapshot.ts';
import { projectPath } from './summaries.ts';

export function createInspection(config: OverlayConfig, page: { manifest: () => Manifest }): Inspection {
  watchModuleVersions();
  const toProjectPath = createProjectPath(config);
  const context = (): InspectContext => ({ manifest: page.manifest(), toProjectPath });

  /** Of all frameworks that know the element: what one of them wrote may be inside another one's component. */
  const sourceOf = async (element: Element): Promise<SourceLocation | null> => {
    for (const inspector of inspectors) {
      const source = await attempt(() => inspector.locate(element, context()));
      if (source !== null) return source;
    }
    return null;
  };

  return {
    ancestry: (element) =>
      Promise.resolve(isOverlay(element) ? [] : (nearestAnswer(element)?.ancestry ?? [])),
    locate: async (element) => {
      if (isOverlay(element)) return { source: null, path: [] };
      const inspector = nearestAnswer(element)?.inspector;
      const [source, files] = await Promise.all([
        sourceOf(element),
        attempt(async () => inspector?.files(element, context()) ?? null),
      ]);
      return { source, path: projectPath(files ?? []) };
    },
    describe: async (asked, depth) => {
      const element = outsideOverlay(asked);
      const answer = nearestAnswer(element);
      const summary = answer?.ancestry[depth];
      const source = await sourceOf(element);
      if (answer !== null && summary !== undefined) {
        const details = await attempt(() => answer.inspector.describe(element, depth, context()));
        if (details !== null) return componentTarget(element, summary, details, source);
      }
      return elementTarget(element, source);
    },
  };
}

interface Answer {
  readonly inspector: Inspector;
  readonly ancestry: ComponentSummary[];
}

/** The framework whose component is nearest: an Angular page may hold a React widget that holds a custom element. */
function nearestAnswer(element: Element): Answer | null {
  let nearest: Answer | null = null;
  let steps = Infinity;
  for (const inspector of inspectors) {
    const ancestry = guarded(() => inspector.ancestry(element), []);
    const first = ancestry[0];
    if (first === undefined || first.hostUp >= steps) continue;
    nearest = { inspector, ancestry };
    steps = first.hostUp;
  }
  return nearest;
}

/** An inspector that fails counts as one without an answer. */
async function attempt<Value>(ask: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await ask();
  } catch {
    // Frozen prototypes, getters that throw, or a new version of a framework: the element itself is still described.
    return null;
  }
}

function outsideOverlay(element: Element): Element {
  for (const at of outwards(element)) {
    if (at.localName === 'nga-overlay') return parentOf(at) ?? at.ownerDocument.documentElement;
  }
  return element;
}

function componentTarget(
  element: Element,
  summary: ComponentSummary,
  details: ComponentDetails,
  sourceLocation: SourceLocation | null,
): InspectedTarget {
  const host = stepsOut(element, summary.hostUp);
  return {
    kind: 'component',
    ...details,
    ...(sourceLocation !== null && { sourceLocation }),
    element: { ...pickedElement(element), ...(host !== element && { html: domSnapshot(element) }) },
    domSnapshot: domSnapshot(host),
    domPath: domPath(element),
    boundingBox: pageBox(element),
  };
}

function pickedElement(element: Element): PickedElement {
  return { ...elementFacts(element), box: pageBox(element) };
}

function elementTarget(element: Element, sourceLocation: SourceLocation | null): InspectedTarget {
  return {
    kind: 'element',
    selector: domPath(element),
    description: describeElement(element),
    element: pickedElement(element),
    domSnapshot: domSnapshot(element),
    ...(sourceLocation !== null && { sourceLocation }),
  };
}

/** From the top left of the page, through the frames that the element is in. */
export function pageBox(element: Element): BoundingBox {
  const { x, y, width, height } = element.getBoundingClientRect();
  const box = { x: x + scrollX, y: y + scrollY, width, height };
  for (let frame = frameOf(element); frame !== null; frame = frameOf(frame)) {
    const outer = frame.getBoundingClientRect();
    box.x += outer.x + frame.clientLeft;
    box.y += outer.y + frame.clientTop;
  }
  return box;
}
