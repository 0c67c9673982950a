/** Asks the inspectors in this world. */
import type { ComponentTarget, Manifest, PickedElement, SourceLocation } from '@annotate-mcp/core';

import type { OverlayConfig } from '../state/config.ts';

import { isOverlay, outwards, parentOf, stepsOut } from './dom-tree.ts';
import { describeElement, domPath, elementFacts } from './dom.ts';
import { guarded } from './foreign.ts';
import { inspectors } from './index.ts';
import type { InspectedTarget, Inspection } from './inspection.ts';
import type { ComponentDetails, ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { watchModuleVersions } from './module-versions.ts';
import { pageBox } from './page-box.ts';
import { createProjectPath } from './project-path.ts';
import { domSnapshot } from './snapshot.ts';
import { sourceAt } from './source-attribute.ts';
import { projectPath, treePath } from './summaries.ts';

export function createInspection(config: OverlayConfig, page: { manifest: () => Manifest }): Inspection {
  watchModuleVersions();
  const toProjectPath = createProjectPath(config);
  const context = (): InspectContext => ({ manifest: page.manifest(), toProjectPath });

  /**
   * The attribute on the element itself first: it was written from the source, and needs no source map. Then all
   * frameworks that know the element, because what one of them wrote may be inside another one's component.
   */
  const sourceOf = async (element: Element): Promise<SourceLocation | null> => {
    const written = sourceAt(element, context());
    if (written !== null) return written;
    for (const inspector of inspectors) {
      const source = await attempt(() => inspector.locate(element, context()));
      if (source !== null) return source;
    }
    return null;
  };

  /** The file of each of these components; `null` where it is not one of the project's. */
  const filesOf = async (
    element: Element,
    components: readonly InspectedComponent[],
  ): Promise<(string | null)[]> => {
    const asked = [...new Set(components.map(({ inspector }) => inspector))];
    const answers = await Promise.all(
      asked.map((inspector) => attempt(() => inspector.files(element, context()))),
    );
    return components.map(({ inspector, depth }) => answers[asked.indexOf(inspector)]?.[depth] ?? null);
  };

  return {
    ancestry: (element) =>
      Promise.resolve(isOverlay(element) ? [] : componentsAround(element).map(({ summary }) => summary)),
    locate: async (element) => {
      if (isOverlay(element)) return { source: null, path: [] };
      const [source, files] = await Promise.all([
        sourceOf(element),
        filesOf(element, componentsAround(element)),
      ]);
      return { source, path: projectPath(files) };
    },
    describe: async (asked, depth) => {
      const element = outsideOverlay(asked);
      const components = componentsAround(element);
      const [source, files] = await Promise.all([sourceOf(element), filesOf(element, components)]);
      const at = depth ?? projectPath(files)[0] ?? components.length;
      const component = components[at];
      const details =
        component && (await attempt(() => component.inspector.describe(element, component.depth, context())));
      if (!details) return elementTarget(element, source);
      const summaries = components.map(({ summary }) => summary);
      return componentTarget(element, component.summary, source, {
        ...details,
        componentTreePath: treePath(summaries, files, at),
      });
    },
  };
}

interface InspectedComponent {
  readonly inspector: Inspector;
  /** Its index in what the inspector's `ancestry` returns. */
  readonly depth: number;
  readonly summary: ComponentSummary;
}

/** The components of all frameworks, nearest first: an Angular page may hold a React widget that holds a custom element. */
function componentsAround(element: Element): InspectedComponent[] {
  const waiting = inspectors.map((inspector) =>
    guarded(() => inspector.ancestry(element), []).map((summary, depth) => ({ inspector, depth, summary })),
  );
  const found: InspectedComponent[] = [];
  for (;;) {
    let nearest: InspectedComponent[] = [];
    for (const rest of waiting) if (hostUpOf(rest) < hostUpOf(nearest)) nearest = rest;
    const next = nearest.shift();
    if (next === undefined) return found;
    found.push(next);
  }
}

function hostUpOf([first]: readonly InspectedComponent[]): number {
  return first === undefined ? Infinity : first.summary.hostUp;
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
  sourceLocation: SourceLocation | null,
  details: ComponentDetails & Pick<ComponentTarget, 'componentTreePath'>,
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
