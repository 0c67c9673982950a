/** An annotation that the app itself writes. */
import type { PagePayload } from '@annotate-mcp/core';

import type { ComponentContext } from './inspector-service';

/** A component and what should change about it; `InspectorService.getComponentContext` knows the former. */
export interface AnnotationDraft extends ComponentContext {
  /** Not blank. */
  readonly annotationText: string;
  /** The text that is meant, where it is not the component as a whole. */
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
