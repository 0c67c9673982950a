import { actingHandlers } from './acting.ts';
import { browserDataHandlers } from './browser-data.ts';
import { emulate } from './emulate.ts';
import type { Handlers } from './handler.ts';
import { logHandlers } from './logs.ts';
import { readingHandlers } from './reading.ts';
import { scriptHandlers } from './scripts.ts';
import { tabHandlers } from './tabs.ts';

/** In the file of its subject, as in `packages/browser-protocol/src/commands`, and what is long in one of its own. */
export const handlers: Handlers = {
  ...tabHandlers,
  ...readingHandlers,
  ...actingHandlers,
  ...scriptHandlers,
  ...logHandlers,
  ...browserDataHandlers,
  emulate,
};
