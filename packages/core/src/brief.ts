/** What a list shows of an annotation: lists of many would otherwise be as large as all that was read off their pages. */
import type { Annotation, ComponentTarget, PickedElement } from './annotation.ts';

/**
 * The annotation without what only its own page and its open thread need: HTML, inputs, console, steps and proof. Neither
 * place nor element can be found by it, so that no reader takes it for the whole.
 */
export function briefOf(annotation: Annotation): Annotation {
  if (annotation.kind === 'markdown') return annotation;
  const { consoleErrors: _errors, steps: _steps, proof: _proof, ...rest } = annotation;
  switch (rest.kind) {
    case 'component': {
      const { targets, wishes: _wishes, ...component } = rest;
      return {
        ...briefTarget(component),
        ...(targets !== undefined && { targets: targets.map(briefTarget) }),
      };
    }
    case 'element': {
      const { domSnapshot: _html, wishes: _wishes, element, ...found } = rest;
      return { ...found, ...(element !== undefined && { element: briefElement(element) }) };
    }
    case 'text':
    case 'page':
      return rest;
  }
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
