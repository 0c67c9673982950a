/** Files that are open for review in this process, each once. */
import { randomUUID } from 'node:crypto';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { projectRootOf } from '../files/project.ts';
import { resolveFile } from '../files/read-file.ts';
import { watchFile } from '../files/watch-file.ts';
import { LastSeenFile } from '../stores/last-seen.ts';
import { ReviewStores } from '../stores/review-stores.ts';
import { nameOf, sidecarFile, StoredComments } from '../stores/stored-comments.ts';

import type { Documents, DocumentsOptions } from './document.ts';
import { FileComments } from './file-comments.ts';
import { MarkdownFile } from './markdown-file.ts';
import { OpenReview } from './open-review.ts';

export function openDocuments(options: DocumentsOptions): Documents {
  const documents = new Map<string, Promise<OpenReview>>();
  // They outlive the views: whoever opens a file again finds what was asked before.
  const memories = new Map<string, StoredComments>();

  const begin = (file: string, roots: readonly string[]): Promise<OpenReview> => {
    const forget = () => {
      if (documents.get(file) === opening) documents.delete(file);
    };
    const opening = openReview(file, projectRootOf(file, roots), { ...options, memories, onEnd: forget });
    opening.catch(forget);
    documents.set(file, opening);
    return opening;
  };

  return {
    open: async (path, clientRoots = []) => {
      const place = resolve(options.cwd ?? process.cwd(), path);
      const { file, roots } = await resolveFile(place, (real) => options.roots(real, clientRoots));
      for (;;) {
        const document = await (documents.get(file) ?? begin(file, roots));
        // Its last holder may have let it go while we waited.
        if (document.hold()) return document;
      }
    },
    close: async () => {
      for (const opening of [...documents.values()]) await opening.then((document) => document.end(), ignore);
      for (const memory of memories.values()) await memory.close();
      memories.clear();
    },
  };
}

// Whoever asked for it was told.
const ignore = () => undefined;

interface Surroundings extends DocumentsOptions {
  memories: Map<string, StoredComments>;
  onEnd: () => void;
}

async function openReview(file: string, root: string, around: Surroundings): Promise<OpenReview> {
  const { now = () => new Date(), newId = randomUUID, safetyCheckMs = 2_000, memories, onEnd } = around;
  const path = relative(root, file).split(sep).join('/');
  const local = join(root, '.annotate', 'markdown', nameOf(path));
  const markdown = await MarkdownFile.open(file, path, dirname(local));
  const lastSeen = new LastSeenFile(`${local}.json`);
  const inline = new FileComments(markdown, lastSeen);
  const memory = memories.get(file) ?? new StoredComments({ url: 'memory:', as: 'memory', root });
  memories.set(file, memory);
  const wake = () => document.wake();
  const url = `json:${sidecarFile(root, path)}`;
  const sidecar = new StoredComments({ url, as: 'sidecar', root, safetyCheckMs, onChange: wake });
  const stores = new ReviewStores(memory, sidecar, inline);
  const stops = [onEnd];
  const onStop = () => {
    for (const stop of stops) stop();
  };
  const parts = { file: markdown, inline, lastSeen, stores };
  const document = new OpenReview({ ...parts, root, now, newId, lockFile: `${local}.lock.db`, onStop });
  try {
    await document.begin();
    for (const each of [file, lastSeen.file]) {
      stops.push(watchFile(each, safetyCheckMs, wake));
    }
    if (safetyCheckMs !== null) {
      const timer = setInterval(() => document.check(), safetyCheckMs).unref();
      stops.push(() => clearInterval(timer));
    }
    // Whatever happened before the watches began.
    await document.refresh();
    return document;
  } catch (error) {
    await document.end();
    throw error;
  }
}
