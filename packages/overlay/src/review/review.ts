/** Starts and stops the parts of the inline review: comments on text, Alt+click and the tip for first use. */
import type { ModeDeps } from '../modes/mode-deps.ts';

import { pointWithAlt } from './alt/point-with-alt.tsx';
import { showFirstUse } from './first-use/show-first-use.tsx';
import { adoptReviewStyles } from './styles.ts';
import { followTexts } from './text/follow-texts.ts';

const starters = [pointWithAlt, showFirstUse, followTexts] as const;

export function startReview(deps: ModeDeps): () => void {
  adoptReviewStyles(deps.root);
  const stops = starters.map((start) => start(deps));
  return () => {
    for (const stop of stops.reverse()) stop();
  };
}
