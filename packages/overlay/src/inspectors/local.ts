/** Asks the inspectors in this world. */
import type { ComponentTarget, Manifest, PickedElement, SourceLocation } from '@annotate-mcp/core';

import type { OverlayConfig } from '../state/config.ts';

import { isOverlay, outwards, parentOf, stepsOut } from './dom-tree.ts';
import { describeElement, domPath, elementFacts } from './dom.ts';
import { attempt, guarded } from './foreign.ts';
import { inspectors } from './index.ts';
import type { InspectedTarget, Inspection } from './inspection.ts';
import type { ComponentDetails, ComponentSummary, InspectContext } from './inspector.ts';
import { watchModuleVersions } from './module-versions.ts';
import { pageBox } from './page-box.ts';
import { createProjectPath } from './project-path.ts';
import { domSnapshot } from './snapshot.ts';
import { sourceAt, writtenAround } from './source-attribute.ts';
import { projectPath, treePath } from './summaries.ts';
import {
  generatedAt,
  type InspectedComponent,
  type InspectedElement,
  noUse,
  usesOf,
  writerOf,
  writtenIn,
} from './whose.ts';

export function createInspection(config: OverlayConfig, page: { manifest: () => Manifest }): Inspection {
  watchModuleVersions();
  const toProjectPath = createProjectPath(config);
  const base = (config.base ?? '/').replace(/\/*$/, '/');
  const context = (): InspectContext => ({ manifest: page.manifest(), toProjectPath, base });

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
    components: readonly ComponentAround[],
  ): Promise<(string | null)[]> => {
    const asked = [...new Set(components.map(({ inspector }) => inspector))];
    const answers = await Promise.all(
      asked.map((inspector) => attempt(() => inspector.files(element, context()))),
    );
    return components.map(({ inspector, depth }) => answers[asked.indexOf(inspector)]?.[depth] ?? null);
  };

  const inspect = async (element: Element): Promise<InspectedElement> => {
    const around = componentsAround(element);
    const [source, files] = await Promise.all([sourceOf(element), filesOf(element, around)]);
    const components = around.map((component, at) => ({ ...component, file: files[at] ?? null }));
    return {
      element,
      source,
      inside: source === null ? writtenAround(element, context()) : null,
      components,
    };
  };

  return {
    ancestry: (element) =>
      Promise.resolve(isOverlay(element) ? [] : componentsAround(element).map(({ summary }) => summary)),
    locate: async (element) => {
      if (isOverlay(element)) return { source: null, path: [], component: null, use: null };
      const inspected = await inspect(element);
      const component = writerOf(inspected);
      const { uses, usedAt } = component === null ? noUse : await usesOf(inspected, component, context());
      const isRoot = component !== null && inspected.components[component]?.summary.hostUp === 0;
      return {
        source: inspected.source,
        ...generatedAt(inspected, context()),
        path: projectPath(inspected.components),
        component,
        use: uses?.at(-1) ?? null,
        ...(isRoot && uses === undefined && usedAt !== undefined && { usedAt }),
      };
    },
    describe: async (asked, depth) => {
      const inspected = await inspect(outsideOverlay(asked));
      const { element, source, components } = inspected;
      const at = depth ?? writerOf(inspected);
      const component = at === null ? undefined : components[at];
      const details =
        component && (await attempt(() => component.inspector.describe(element, component.depth, context())));
      const generated = generatedAt(inspected, context());
      if (!details || at === null) return { ...elementTarget(element, source), ...generated };
      return componentTarget(element, component.summary, source, {
        ...details,
        ...generated,
        ...(await usesOf(inspected, at, context())),
        ...writtenIn(inspected, at, context().manifest),
        componentTreePath: treePath(components, at),
      });
    },
  };
}

type ComponentAround = Omit<InspectedComponent, 'file'>;

/** The components of all frameworks, nearest first: an Angular page may hold a React widget that holds a custom element. */
function componentsAround(element: Element): ComponentAround[] {
  const waiting = inspectors.map((inspector) =>
    guarded(() => inspector.ancestry(element), []).map((summary, depth) => ({ inspector, depth, summary })),
  );
  const found: ComponentAround[] = [];
  for (;;) {
    let nearest: ComponentAround[] = [];
    for (const rest of waiting) if (hostUpOf(rest) < hostUpOf(nearest)) nearest = rest;
    const next = nearest.shift();
    if (next === undefined) return found;
    found.push(next);
  }
}

function hostUpOf([first]: readonly ComponentAround[]): number {
  return first === undefined ? Infinity : first.summary.hostUp;
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
  details: ComponentDetails &
    Pick<ComponentTarget, 'componentTreePath' | 'generatedAt' | 'usedAt' | 'uses' | 'writtenIn'>,
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
