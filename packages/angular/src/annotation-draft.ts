/** An annotation that the app itself creates. */
import type { PagePayload } from '@annotate-mcp/core';

import type { ComponentContext } from './inspector-service';

/** A component, as `InspectorService.getComponentContext` returns it, and what should change. */
export interface AnnotationDraft extends ComponentContext {
  /** Must not be blank. */
  readonly annotationText: string;
  /** The selected text, where the annotation is not about the whole component. */
  readonly selectionText?: string;
}

export function payloadOf(id: string, draft: AnnotationDraft, { title, defaultView }: Document): PagePayload {
  return {
    ...draft,
    kind: 'component',
    id,
    annotationText: draft.annotationText.trim(),
    pageUrl: defaultView?.location.href ?? '',
    pageTitle: title.slice(0, 2_000),
    ...(defaultView !== null && {
      viewport: { width: defaultView.innerWidth, height: defaultView.innerHeight },
    }),
  };
}
