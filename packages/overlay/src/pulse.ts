import type { Box } from './state/state.ts';

const pulseMs = 1_800;

/** Draws attention to a place for a moment. `box` is asked in each frame, because the page scrolls there meanwhile. */
export function pulse(root: ShadowRoot, box: () => Box | null): void {
  const outline = document.createElement('div');
  outline.className = 'nga-pulse';
  outline.dataset.nga = 'pulse';
  const until = performance.now() + pulseMs;
  const follow = () => {
    const at = box();
    if (at === null || performance.now() > until || !root.host.isConnected) {
      outline.remove();
      return;
    }
    const { x, y, width, height } = at;
    Object.assign(outline.style, {
      left: `${x}px`,
      top: `${y}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    requestAnimationFrame(follow);
  };
  // One at a time: a quick hand goes through the list.
  root.querySelector('.nga-pulse')?.remove();
  // Below the panels: it is about the page.
  root.prepend(outline);
  follow();
}
