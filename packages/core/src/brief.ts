/** What a list shows of an annotation: lists of many would otherwise be as large as all that was read off their pages. */
import type { Annotation, ComponentTarget, PickedElement } from './annotation.ts';
import type { Proof } from './proof/proof.ts';
import { isShortenedSnapshot, shortenSnapshot } from './snapshot.ts';

/**
 * The annotation without what only its own page and its open thread need: HTML, inputs, console, steps, and what its proof lists. Neither
 * place nor element can be found by it, so that no reader takes it for the whole.
 */
export function briefOf(annotation: Annotation): Annotation {
  if (annotation.kind === 'markdown') return annotation;
  const { consoleErrors: _errors, steps: _steps, tried: _tried, proof, ...own } = annotation;
  const rest = { ...own, ...(proof !== undefined && { proof: briefProof(proof) }) };
  switch (rest.kind) {
    case 'component': {
      const { targets, wishes: _wishes, styleRules: _rules, ...component } = rest;
      return {
        ...briefTarget(component),
        ...(targets !== undefined && { targets: targets.map(briefTarget) }),
      };
    }
    case 'element': {
      const { domSnapshot: _html, wishes: _wishes, styleRules: _rules, element, ...found } = rest;
      return { ...found, ...(element !== undefined && { element: briefElement(element) }) };
    }
    case 'text':
    case 'page':
      return rest;
  }
}

/** Its verdict, which says what sign the annotation has. */
function briefProof({ before: { takenAt, record }, after }: Proof): Proof {
  return {
    before: { takenAt, record },
    ...(after !== undefined && {
      after: {
        takenAt: after.takenAt,
        record: after.record,
        verdict: after.verdict,
        changes: [],
        outside: { count: 0, pushed: 0, examples: [] },
      },
    }),
  };
}

function briefTarget<Target extends ComponentTarget>(target: Target): Target {
  const { element } = target;
  return {
    ...target,
    domSnapshot: '',
    inputs: {},
    ...(element !== undefined && { element: briefElement(element) }),
  };
}

function briefElement({ html: _, ...element }: PickedElement): PickedElement {
  return element;
}

/**
 * The annotation without what only its open thread needs, but with what its element is found by on its page: what a badge
 * shows. One without an element, or that is not much longer, is returned as it is.
 */
export function placedOf(annotation: Annotation): Annotation {
  const placed = withoutDetails(annotation);
  return JSON.stringify(annotation).length - JSON.stringify(placed).length < leastSaved ? annotation : placed;
}

/** Asking for the whole is not worth less, in characters. */
const leastSaved = 500;

/** Whether something is missing of it that `placedOf` has left out. */
export function isPlacedOnly(annotation: Annotation): boolean {
  return 'domSnapshot' in annotation && isShortenedSnapshot(annotation.domSnapshot);
}

function withoutDetails(annotation: Annotation): Annotation {
  if (annotation.kind !== 'component' && annotation.kind !== 'element') return annotation;
  const { consoleErrors: _errors, steps: _steps, tried: _tried, ...rest } = annotation;
  if (rest.kind === 'component') {
    const { targets, styleRules: _rules, ...component } = rest;
    return {
      ...placedTarget(component),
      ...(targets !== undefined && { targets: targets.map(placedTarget) }),
    };
  }
  const { domSnapshot, element, styleRules: _rules, ...found } = rest;
  if (domSnapshot === undefined) return annotation;
  return {
    ...found,
    domSnapshot: shortenSnapshot(domSnapshot),
    ...(element !== undefined && { element: placedElement(element) }),
  };
}

function placedTarget<Target extends ComponentTarget>(target: Target): Target {
  const { element } = target;
  return {
    ...target,
    domSnapshot: shortenSnapshot(target.domSnapshot),
    inputs: {},
    ...(element !== undefined && { element: placedElement(element) }),
  };
}

function placedElement({ html, ...element }: PickedElement): PickedElement {
  return html === undefined ? element : { ...element, html: shortenSnapshot(html) };
}
