/** Asks the inspectors in this world. */
import type { BoundingBox, Manifest, SourceLocation } from '@annotate-mcp/core';

import type { OverlayConfig } from '../state/config.ts';

import { attribute } from './attribute.ts';
import { frameOf, isOverlay, outwards, parentOf, stepsOut } from './dom-tree.ts';
import { describeElement, domPath } from './dom.ts';
import { guarded } from './foreign.ts';
import { inspectors } from './index.ts';
import type { InspectedTarget, Inspection } from './inspection.ts';
import type { ComponentDetails, ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { watchModuleVersions } from './module-versions.ts';
import { createProjectPath } from './project-path.ts';
import { domSnapshot } from './snapshot.ts';

export function createInspection(config: OverlayConfig, page: { manifest: () => Manifest }): Inspection {
  watchModuleVersions();
  const toProjectPath = createProjectPath(config);
  const context = (): InspectContext => ({ manifest: page.manifest(), toProjectPath });

  const locate = async (element: Element, depth: number): Promise<SourceLocation | null> => {
    if (isOverlay(element)) return null;
    const nearest = nearestAnswer(element);
    return attempt(() => (nearest?.inspector ?? attribute).locate(element, depth, context()));
  };

  return {
    ancestry: (element) =>
      Promise.resolve(isOverlay(element) ? [] : (nearestAnswer(element)?.ancestry ?? [])),
    locate,
    describe: async (asked, depth) => {
      const element = outsideOverlay(asked);
      const answer = nearestAnswer(element);
      const summary = answer?.ancestry[depth];
      if (answer !== null && summary !== undefined) {
        const details = await attempt(() => answer.inspector.describe(element, depth, context()));
        if (details !== null) return componentTarget(element, summary, details);
      }
      return elementTarget(element, await locate(element, 0));
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
): InspectedTarget {
  const host = stepsOut(element, summary.hostUp);
  return {
    kind: 'component',
    ...details,
    domSnapshot: domSnapshot(host),
    domPath: domPath(element),
    boundingBox: pageBox(host),
  };
}

function elementTarget(element: Element, sourceLocation: SourceLocation | null): InspectedTarget {
  return {
    kind: 'element',
    selector: domPath(element),
    description: describeElement(element),
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
