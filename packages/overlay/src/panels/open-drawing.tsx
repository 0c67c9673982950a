import { useEffect, useState } from 'preact/hooks';

import type { DrawingPanel, DrawnPicture } from '../drawing/drawing-panel.tsx';
import type { ComposedPicture } from '../state/state.ts';

export interface OpenDrawingProps {
  drawing: ComposedPicture;
  /** `null` when the person has given it up, or `problem` says why it cannot be drawn on. */
  onEnd: (drawn: DrawnPicture | null, problem?: string | null) => void;
}

let loaded: typeof DrawingPanel | null = null;

/** The panel in which a person draws on a picture. It is loaded with the first drawing. */
export function OpenDrawing({ drawing: { name, picture }, onEnd }: OpenDrawingProps) {
  const [Panel, setPanel] = useState<typeof DrawingPanel | null>(() => loaded);
  useEffect(() => {
    if (loaded !== null) return;
    import('../drawing/drawing-panel.tsx').then(
      (module) => {
        loaded = module.DrawingPanel;
        setPanel(() => loaded);
      },
      () => onEnd(null, 'The drawing tools could not be loaded. Is the dev server running?'),
    );
  }, []);
  if (Panel === null || picture === null) return null;
  return (
    <Panel
      name={name}
      picture={picture}
      onDone={(drawn) => onEnd(drawn)}
      onCancel={(problem) => onEnd(null, problem)}
    />
  );
}
