import { AnnotatedOutlines } from '../review/panel/annotated-outlines.tsx';
import type { MarkerPosition } from '../state/marker-position.ts';
import { isSettled } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';
import { Badge, type Marked } from '../ui/badge.tsx';
import { insideView, stackBadges } from '../ui/position.ts';

export interface BadgesProps {
  state: OverlayState;
  markers: readonly MarkerPosition[];
  onOpen: (id: string) => void;
}

export function Badges({ state, markers, onOpen }: BadgesProps) {
  const shown = markers.filter(({ id }) => {
    const annotation = state.annotations.get(id);
    return annotation !== undefined && !isSettled(annotation);
  });
  return (
    <>
      {state.review && <AnnotatedOutlines annotations={state.annotations} markers={shown} />}
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

function marked(state: OverlayState, id: string): Marked[] {
  const annotation = state.annotations.get(id);
  return annotation ? [{ annotation, lost: state.lost.has(id) }] : [];
}
