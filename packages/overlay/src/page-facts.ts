import type { PageFacts } from './compose-payload.ts';

export function readPageFacts(): PageFacts {
  return {
    url: location.href,
    title: document.title,
    viewport: { width: innerWidth, height: innerHeight },
    scroll: { x: scrollX, y: scrollY },
  };
}
