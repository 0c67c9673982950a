import type { Box } from '../state/state.ts';

const pulseMs = 1_800;

/** Outlines a box for a moment. `box` is called in each frame, because the page scrolls at the same time. */
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
  // Only one pulse at a time, even when a person steps through the list quickly.
  root.querySelector('.nga-pulse')?.remove();
  // First in the root, so that it is painted below the panels.
  root.prepend(outline);
  follow();
}
