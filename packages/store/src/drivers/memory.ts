import type { Annotation } from '@annotate-mcp/core';

import type { Driver } from '../driver.ts';
import { openLive } from '../live/live.ts';
import { createStateStore } from '../state/state-store.ts';

/** Lives as long as the process, and no other process sees it. */
export const memory: Driver = {
  scheme: 'memory',
  open: async (_location, settings) => {
    let content: ReadonlyMap<string, Annotation> = new Map();
    const backing = {
      url: 'memory:',
      read: () => content,
      write: async <T>(work: (draft: Map<string, Annotation>) => T) => {
        const draft = new Map(content);
        const result = work(draft);
        content = draft;
        return result;
      },
      stamp: () => '',
      wakeFiles: [],
      close: () => undefined,
    };
    return createStateStore(backing, openLive(null, settings, 'wal'), settings);
  },
};
