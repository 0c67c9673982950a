import { boxBeside } from '../picking/picked-box.ts';
import type { MarkerPosition } from '../state/badge-position.ts';
import { counts } from '../state/select.ts';
import type { Box } from '../state/state.ts';
import { useFollow } from '../ui/follow.ts';
import { Thread } from '../ui/thread.tsx';

import type { PanelProps } from './panel-props.ts';

/** The open thread beside its badge. */
export function Threading({ state, dispatch, commands, markers, rangesOf, hub }: PanelProps) {
  const { mode, annotations, kept } = state;
  const annotation = mode.name === 'thread' ? annotations.get(mode.id) : undefined;
  // A badge tells when it moves, a text does not.
  useFollow(annotation?.kind === 'text');
  if (annotation === undefined) return null;
  const { id } = annotation;
  const marker = markers.find((one) => one.id === id && !one.offscreen);
  const edit = `edit ${id}`;
  const size = annotation.kind === 'markdown' ? undefined : annotation.boundingBox;
  return (
    <Thread
      key={id}
      annotation={annotation}
      box={marker ? boxUnder(marker, size) : boxOnScreen(rangesOf?.(id) ?? [])}
      lost={state.lost.has(id)}
      unsent={state.unsent.has(id)}
      drafts={counts(state, 'all').drafts}
      text={kept.get(id) ?? ''}
      onText={(text) => dispatch({ type: 'reply:text', id, text })}
      edited={kept.get(edit) ?? ''}
      onEdited={(text) => dispatch({ type: 'reply:text', id: edit, text })}
      pictureAt={(name) => `${hub}/api/attachments/${encodeURIComponent(name)}`}
      onClose={() => dispatch({ type: 'thread:close' })}
      commands={commands}
    />
  );
}

function boxOnScreen(ranges: readonly Range[]): Box | null {
  const box = boxBeside(ranges);
  return box !== null && box.y + box.height > 0 && box.y < innerHeight ? box : null;
}

/** What the badge sits on, as large as it was when it was pointed at, and the badge itself. */
function boxUnder({ x, y }: MarkerPosition, size: { width: number; height: number } | undefined): Box {
  const { width, height } = size ?? { width: 11, height: 11 };
  return { x: x - width, y: y - 11, width: width + 11, height: height + 11 };
}
