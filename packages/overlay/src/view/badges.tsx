import type { Annotation } from '@annotate-mcp/core';

import type { MarkerPosition } from '../state/marker-position.ts';
import type { OverlayState } from '../state/state.ts';
import { Badge, type Marked } from '../ui/badge.tsx';
import { insideView, stackBadges } from '../ui/place.ts';

export interface BadgesProps {
  state: OverlayState;
  markers: readonly MarkerPosition[];
  onOpen: (id: string) => void;
}

export function Badges({ state, markers, onOpen }: BadgesProps) {
  const shown = markers.filter(({ id }) => isShown(state.annotations.get(id)));
  return (
    <>
      {stackBadges(insideView(shown, { width: innerWidth, height: innerHeight })).map(({ ids, ...place }) => {
        const [first, ...rest] = ids.flatMap((id) => marked(state, id));
        return (
          first && (
            <Badge key={ids[0]} marked={[first, ...rest]} {...place} mode={state.mode.name} onOpen={onOpen} />
          )
        );
      })}
    </>
  );
}

/** What the person has agreed with or taken back folds away; the list still has it. */
function isShown(annotation: Annotation | undefined): boolean {
  if (annotation?.status === 'resolved') return annotation.acceptedAt === undefined;
  if (annotation?.status === 'dismissed') return annotation.withdrawnAt === undefined;
  return annotation !== undefined;
}

function marked(state: OverlayState, id: string): Marked[] {
  const annotation = state.annotations.get(id);
  return annotation ? [{ annotation, lost: state.lost.has(id) }] : [];
}
