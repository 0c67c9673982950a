export interface PageFacts {
  readonly url: string;
  readonly title: string;
  /** The story that is shown, where the page is Storybook's. */
  readonly storyId?: string;
  readonly viewport: {
    readonly width: number;
    readonly height: number;
    readonly colorScheme: 'light' | 'dark';
  };
  readonly scroll: { readonly x: number; readonly y: number };
}

export function readPageFacts(): PageFacts {
  const storyId = readStoryId();
  return {
    url: location.href,
    title: document.title,
    ...(storyId !== null && { storyId }),
    viewport: {
      width: innerWidth,
      height: innerHeight,
      colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    },
    scroll: { x: scrollX, y: scrollY },
  };
}

/** Storybook keeps it in the address of the frame that shows the story. */
function readStoryId(): string | null {
  if (document.querySelector('#storybook-root') === null) return null;
  return new URLSearchParams(location.search).get('id')?.slice(0, 500) ?? null;
}
