import { acknowledge } from './acknowledge.ts';
import { apply } from './apply.ts';
import { dismiss } from './dismiss.ts';
import { exportInline } from './export-inline.ts';
import { getComments } from './get-comments.ts';
import { getPages } from './get-pages.ts';
import { getState } from './get-state.ts';
import { highlight } from './highlight.ts';
import { release } from './release.ts';
import { reply } from './reply.ts';
import { resolve } from './resolve.ts';
import { scrollTo } from './scroll-to.ts';
import { setMode } from './set-mode.ts';
import { suggest } from './suggest.ts';

export const commands = [
  getComments,
  acknowledge,
  resolve,
  dismiss,
  release,
  reply,
  suggest,
  apply,
  scrollTo,
  highlight,
  getPages,
  getState,
  setMode,
  exportInline,
] as const;
