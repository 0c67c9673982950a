/** Remembers which annotations a session of an agent was told of, by the stop hook or by its monitor. */
import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { Annotation } from '@annotate-mcp/core';
import { replacePrivateFile } from '@annotate-mcp/store/files';

import { sessionPath } from './session-files.ts';

/** For each annotation: how many replies its person had written when the session was told of it. */
export type ToldAnnotations = ReadonlyMap<string, number>;

/**
 * Only a person makes an annotation news: by sending it, by reopening it or by a reply. Moves of agents do not, so that
 * an agent that takes and releases an annotation is not sent back because of that.
 */
export function isNews(annotation: Annotation, told: ToldAnnotations): boolean {
  const repliesWhenTold = told.get(annotation.id);
  return repliesWhenTold === undefined || repliesOfPerson(annotation) > repliesWhenTold;
}

export function repliesOfPerson({ replies }: Annotation): number {
  return replies.filter(({ author }) => author === 'user').length;
}

/** Nothing for a session that was told of nothing, and for a file that cannot be read. */
export function readTold(sessionId: string): ToldAnnotations {
  try {
    const { told } = fileSchema.parse(JSON.parse(readFileSync(sessionPath(sessionId, '.json'), 'utf8')));
    return new Map(Object.entries(told));
  } catch {
    // The session is told once more than needed, and the file is replaced.
    return new Map();
  }
}

/** Throws when the file cannot be written. */
export function writeTold(sessionId: string, told: ToldAnnotations): void {
  const text = JSON.stringify({ version: 1, told: Object.fromEntries(told) });
  replacePrivateFile(sessionPath(sessionId, '.json'), text);
}

const fileSchema = z.object({ version: z.literal(1), told: z.record(z.string(), z.int().nonnegative()) });
