import type { Annotation } from '@annotate-mcp/core';

import type { BadgePosition } from '../../state/badge-position.ts';
import { signOf } from '../../ui/words.ts';

export interface AnnotatedOutlinesProps {
  annotations: ReadonlyMap<string, Annotation>;
  badges: readonly BadgePosition[];
}

/** A dashed line around each element with a comment. Text has a highlight instead. */
export function AnnotatedOutlines({ annotations, badges }: AnnotatedOutlinesProps) {
  return (
    <>
      {badges.map(({ id, box, offscreen }) => {
        const annotation = annotations.get(id);
        const isElement = annotation?.kind === 'element' || annotation?.kind === 'component';
        if (!isElement || box === undefined || offscreen) return null;
        const { x, y, width, height } = box;
        return (
          <div
            key={id}
            class={`nga-annotated nga-annotated--${signOf(annotation, false)}`}
            data-nga="annotated"
            data-id={id}
            style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}
          />
        );
      })}
    </>
  );
}
