import type { Driver } from '../driver.ts';
import { openLive } from '../live/live.ts';
import { createStateStore } from '../state/state-store.ts';
import type { Records, StoredRecord } from '../state/stored-record.ts';

/** Lives as long as the process, and no other process sees it: there is nothing that a repository could put into it. */
export const memory: Driver = {
  scheme: 'memory',
  open: async (_location, settings) => {
    let records: Records = new Map();
    const backing = {
      url: 'memory:',
      read: () => records,
      listUnreadable: () => [],
      write: async <T>(work: (draft: Map<string, StoredRecord>) => T) => {
        const draft = new Map(records);
        const result = work(draft);
        records = draft;
        return result;
      },
      isTrusted: () => false,
      wakeFiles: [],
      close: () => undefined,
    };
    return createStateStore(backing, openLive(null, settings, null), settings);
  },
};
