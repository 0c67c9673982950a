import type { Box } from '../state/state.ts';

/**
 * The outline under a moving pointer. Only transforms change, which the compositor does alone: anything else would have
 * the browser walk the whole page to paint it again, 20 ms on a page of 10,000 elements.
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
/** Drawn this large and scaled from there: a layer of one pixel would be scaled to thousands. */
const drawn = 100;

function put(x: number, y: number, width: number, height: number): string {
  return `translate(${x}px,${y}px) scale(${width / drawn},${height / drawn})`;
}
