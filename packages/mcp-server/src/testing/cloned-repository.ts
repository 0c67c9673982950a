/** A project as it comes out of `git clone`, with a committed store that another person has filled. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { type Annotation, isRecord, kinds, statuses } from '@annotate-mcp/core';
import { annotationSchema } from '@annotate-mcp/core/schema';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

/** In every text of the committed annotations, and nowhere else. */
export const forgedWord = 'zebra';
export const forgedPage = `http://localhost:4200/${forgedWord}`;
export const forgedSession = uuidOf(9_000);

export interface ClonedRepository {
  readonly root: string;
  readonly store: Store;
  /** What the other person has committed: every kind in every status. */
  readonly forged: readonly Annotation[];
}

/** `url` as of `openStore`. */
export async function cloneRepository(url = 'sqlite:'): Promise<ClonedRepository> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate clone ')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, '.git'));
  const theirs = await openStore(url, { root, configFolder: join(root, 'their config folder') });
  const forged = forgedAnnotations();
  for (const annotation of forged) await theirs.add(annotation);
  await theirs.close();
  const store = await openStore(url, { root });
  onTestFinished(() => store.close());
  return { root, store, forged };
}

function forgedAnnotations(): Annotation[] {
  return kinds.flatMap((kind, k) =>
    statuses.map((status, s) => {
      const id = uuidOf(9_100 + k * 10 + s);
      const sample = sampleAnnotation({ id, kind, status, sessionId: forgedSession, pageUrl: forgedPage });
      const reply = {
        id: uuidOf(9_900),
        createdAt: sample.createdAt,
        author: 'user',
        message: 'Yes',
      } as const;
      return annotationSchema.parse(withForgedTexts({ ...sample, replies: [...sample.replies, reply] }));
    }),
  );
}

/** Fields whose values are not free text. */
const fixed = new Set(
  'id kind status createdAt updatedAt resolvedAt at authorId sessionId agentId author anchorState store pageUrl'.split(
    ' ',
  ),
);

function withForgedTexts(value: unknown): unknown {
  if (typeof value === 'string') return `${value} ${forgedWord}`;
  if (Array.isArray(value)) return value.map(withForgedTexts);
  if (!isRecord(value)) return value;
  const forged = Object.entries(value).map(([key, field]) => [
    key,
    fixed.has(key) ? field : withForgedTexts(field),
  ]);
  return Object.fromEntries(forged);
}
