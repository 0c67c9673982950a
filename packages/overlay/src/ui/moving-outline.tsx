import type { Box } from '../state/state.ts';

/**
 * The outline under a moving pointer. Only transforms change, which the compositor handles alone: any other change makes
 * the browser paint the whole page again, which takes 20 ms on a page of 10,000 elements.
 */
export function MovingOutline({ box }: { box: Box }) {
  const { x, y, width, height } = box;
  const edge = (side: string, left: number, top: number, scaleX: number, scaleY: number) => (
    <i key={side} class="nga-edge" style={{ transform: put(left, top, scaleX, scaleY) }} />
  );
  return (
    <>
      <div class="nga-highlight nga-highlight--moving" style={{ transform: put(x, y, width, height) }} />
      {edge('top', x - line, y - line, width + 2 * line, line)}
      {edge('bottom', x - line, y + height, width + 2 * line, line)}
      {edge('left', x - line, y, line, height)}
      {edge('right', x + width, y, line, height)}
    </>
  );
}

const line = 1.5;
/** Drawn at this size and scaled: a layer of one pixel would be scaled by thousands. */
const drawn = 100;

function put(x: number, y: number, width: number, height: number): string {
  return `translate(${x}px,${y}px) scale(${width / drawn},${height / drawn})`;
}
