import type { Annotation, LayoutElement, PageLayout, ProofRecord } from '@annotate-mcp/core';

import { queryDomPath } from '../inspectors/dom.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import { createProjectPath } from '../inspectors/project-path.ts';
import { type LookDeps, takeLook } from '../looks/take-look.ts';
import type { OverlayConfig } from '../state/config.ts';
import { elementReferenceOf, findElement } from '../tracking/find-element.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';
import { liftTrials, type Trials } from '../trials/trials.ts';

import { findAnchor, findLocator } from './find-locator.ts';
import { markComponent } from './mark-component.ts';
import { readRules } from './read-rules.ts';
import { takeLayout } from './take-layout.ts';

export interface TakenRecord {
  readonly takenAt: string;
  readonly record: ProofRecord;
  /** `null` when it is not on the page. */
  readonly element: Element | null;
}

/**
 * What the page shows now, without what was tried by hand. The target is looked at in one moment, the rest of the page
 * right after it.
 */
export function takeRecord(
  annotation: Annotation,
  tracker: Pick<Tracker, 'elementOf'>,
  deps: RecordDeps,
): Promise<TakenRecord> {
  return recordTargets(findTargets(annotation, tracker), deps);
}

export interface RecordDeps extends LookDeps {
  readonly trials: Trials;
  readonly inspection: Pick<Inspection, 'ancestry' | 'describe' | 'locate'>;
  readonly config: OverlayConfig;
}

/** The first one is looked at. */
export async function recordTargets(targets: readonly Element[], deps: RecordDeps): Promise<TakenRecord> {
  const element = targets[0] ?? null;
  const restore = liftTrials(deps.trials);
  const anchor = findAnchor(element);
  const locators = {
    ...(element !== null && { locator: findLocator(element) }),
    ...(anchor !== null && { anchor }),
  };
  const [look, { layout, elements }, rules] = await Promise.all([
    // What it may load later does not depend on styles and texts.
    element === null ? null : takeLook(element, {}, { ...deps, consoleTail: silent }),
    takeLayout(targets, element?.ownerDocument ?? document).finally(restore),
    readRules(targets, createProjectPath(deps.config)),
  ]);
  if (element !== null) await markComponent(element, layout, elements, deps.inspection);
  return {
    takenAt: look?.takenAt ?? new Date().toISOString(),
    record: { look, layout, rules, ...locators },
    element,
  };
}

/** Lines of the console leave the page only when the person attaches them. */
const silent = { rawLines: () => [] };

/** The element of the annotation first, then those that were picked together with it. Empty when the first is gone. */
export function findTargets(annotation: Annotation, tracker: Pick<Tracker, 'elementOf'>): Element[] {
  const first = tracker.elementOf(annotation.id) ?? findReferenced(annotation);
  if (first === null) return [];
  const more = annotation.kind === 'component' ? (annotation.targets ?? []) : [];
  const found = more.map(({ domPath }) => (domPath === undefined ? null : queryDomPath(domPath)));
  return [first, ...found.filter((each) => each !== null)];
}

function findReferenced(annotation: Annotation): Element | null {
  const reference = elementReferenceOf(annotation);
  return reference === null ? null : findElement(reference, document);
}

/** Marks in `after` what has changed since `before` by itself; `false` when the target has, or the page has other elements. */
export function markUnsteady(before: PageLayout, after: PageLayout): boolean {
  if (before.elements.length !== after.elements.length) return false;
  const inside = new Set<number>();
  return after.elements.every((element, index) => {
    if (element.role === 'target' || inside.has(element.parent)) inside.add(index);
    const old = before.elements[index];
    if (old === undefined || old.tag !== element.tag) return false;
    if (looksOf(old) === looksOf(element)) return true;
    if (inside.has(index)) return false;
    element.unsteady = true;
    return true;
  });
}

function looksOf({ text, attributes, drawn, inherited, styles, box, moving }: LayoutElement): string {
  return JSON.stringify([
    text,
    attributes,
    ...(styles === undefined ? [drawn, inherited] : [styles]),
    moving ?? box,
  ]);
}
