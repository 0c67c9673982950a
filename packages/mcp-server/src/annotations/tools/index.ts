import type { Tool, ToolNeed } from '../../tool.ts';

import { acknowledge } from './acknowledge.ts';
import { dismiss } from './dismiss.ts';
import { findSource } from './find-source.ts';
import { getAllPending } from './get-all-pending.ts';
import { getAnnotation } from './get-annotation.ts';
import { getExport } from './get-export.ts';
import { getPending } from './get-pending.ts';
import { getSession } from './get-session.ts';
import { listAnnotations } from './list-annotations.ts';
import { listPageNotes } from './list-page-notes.ts';
import { listSessions } from './list-sessions.ts';
import { lookAt } from './look-at.ts';
import { release } from './release.ts';
import { reply } from './reply.ts';
import { resolve } from './resolve.ts';
import { updateAnnotationTarget } from './update-annotation-target.ts';
import { watchAnnotations } from './watch-annotations.ts';

export const tools = [
  watchAnnotations,
  getAllPending,
  acknowledge,
  resolve,
  dismiss,
  reply,
  release,
  getAnnotation,
  listAnnotations,
  listPageNotes,
  getExport,
  updateAnnotationTarget,
  findSource,
  lookAt,
  listSessions,
  getSession,
  getPending,
] as const satisfies readonly (Tool & { needs: ToolNeed })[];
