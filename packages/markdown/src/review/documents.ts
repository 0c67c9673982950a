/** The documents that are open in this process, each once. */
import { randomUUID } from 'node:crypto';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { mergedSidecars } from '@annotate-mcp/store';
import { refuseLinkOut } from '@annotate-mcp/store/files';

import { FilesBeside } from '../files/files-beside.ts';
import { projectRootOf } from '../files/project.ts';
import { resolveFile } from '../files/read-file.ts';
import { watchFile } from '../files/watch-file.ts';
import { CommentProvenance } from '../stores/comment-provenance.ts';
import { CommentStores } from '../stores/comment-stores.ts';
import { LastSeenFile } from '../stores/last-seen.ts';
import { ReviewedTextFile } from '../stores/reviewed-text.ts';
import { keepSidecarsPrivate } from '../stores/sidecar-folder.ts';
import { nameOf, sidecarFile, StoredComments } from '../stores/stored-comments.ts';
import { VerdictFile } from '../stores/verdict-file.ts';

import { CommentPictures } from './comment-pictures.ts';
import type { Documents, DocumentsOptions } from './markdown-document.ts';
import { MarkdownFile } from './markdown-file.ts';
import { MarkerComments } from './marker-comments.ts';
import { OpenDocument } from './open-document.ts';

export function createDocuments(options: DocumentsOptions): Documents {
  const documents = new Map<string, Promise<OpenDocument>>();
  // Kept when the document is closed: a view that opens the file again shows what was asked before.
  const memories = new Map<string, StoredComments>();

  const begin = (file: string, roots: readonly string[]): Promise<OpenDocument> => {
    const forget = () => {
      if (documents.get(file) === opening) documents.delete(file);
    };
    const opening = openDocument(file, roots, { ...options, memories, onEnd: forget });
    opening.catch(forget);
    documents.set(file, opening);
    return opening;
  };

  return {
    open: async (path, clientRoots = []) => {
      const absolute = resolve(options.cwd ?? process.cwd(), path);
      const { file, roots } = await resolveFile(absolute, (real) => options.roots(real, clientRoots));
      for (;;) {
        const document = await (documents.get(file) ?? begin(file, roots));
        // Its last user may have closed it during the wait; then it is opened again.
        if (document.addUser()) return document;
      }
    },
    close: async () => {
      for (const opening of [...documents.values()]) await opening.then((document) => document.end(), ignore);
      for (const memory of memories.values()) await memory.close();
      memories.clear();
    },
  };
}

// The caller of `open` got the error.
const ignore = () => undefined;

interface OpenDocumentDeps extends DocumentsOptions {
  memories: Map<string, StoredComments>;
  onEnd: () => void;
}

async function openDocument(
  file: string,
  roots: readonly string[],
  deps: OpenDocumentDeps,
): Promise<OpenDocument> {
  const root = projectRootOf(file, roots);
  const { now = () => new Date(), newId = randomUUID, safetyCheckMs = 2_000, onEnd } = deps;
  const path = relative(root, file).split(sep).join('/');
  const own = ownFilesOf(path, root);
  const asked = deps.personName?.(root);
  const onChange = () => document.refreshSoon();
  const provenance = new CommentProvenance({ root, configFolder: deps.configFolder });
  const markdown = await MarkdownFile.open({ file, path, temporaryFolder: dirname(own.lock), provenance });
  const lastSeen = new LastSeenFile(own.lastSeen);
  const reviewed = new ReviewedTextFile(own.reviewed);
  const verdicts = new VerdictFile({ file: own.verdict, path, provenance });
  const inline = new MarkerComments(markdown, lastSeen);
  const sidecar = openSidecar(path, root, { safetyCheckMs, onChange, configFolder: deps.configFolder });
  const stores = new CommentStores({ memory: memoryOf(file, root, deps), sidecar, inline, provenance });
  const beside = new FilesBeside({
    file,
    root,
    roots,
    checksSafely: safetyCheckMs !== null,
    onChange: (address) => document.announce({ type: 'picture', address }),
  });
  const stops = [onEnd, () => beside.close()];
  const onStop = () => {
    for (const stop of stops) stop();
  };
  const document = new OpenDocument({
    file: markdown,
    inline,
    lastSeen,
    reviewed,
    verdicts,
    stores,
    root,
    beside,
    pictures: new CommentPictures(root, path),
    now,
    newId,
    personName: (await asked) ?? null,
    lockFile: own.lock,
    onStop,
  });
  try {
    await document.begin();
    stops.push(...watch(document, [file, own.lastSeen, own.reviewed, own.verdict], safetyCheckMs));
    // Reads what changed before the watches began.
    await document.refresh();
    return document;
  } catch (error) {
    await document.end();
    throw error;
  }
}

/** The files that belong to a document in `.annotate/`. Throws when a link of the repository leads one out of the project. */
function ownFilesOf(path: string, root: string) {
  const name = join(root, '.annotate', 'markdown', nameOf(path));
  const files = {
    lastSeen: `${name}.json`,
    reviewed: `${name}.reviewed.md`,
    verdict: `${name}.verdict.json`,
    lock: `${name}.lock.db`,
  };
  for (const file of Object.values(files)) refuseLinkOut(file, root);
  return files;
}

interface SidecarDeps {
  safetyCheckMs: number | null;
  onChange: () => void;
  configFolder: string | undefined;
}

function openSidecar(path: string, root: string, { configFolder, ...deps }: SidecarDeps): StoredComments {
  return new StoredComments({
    url: `json:${sidecarFile(root, path)}`,
    as: 'sidecar',
    root,
    mergedFiles: mergedSidecars,
    prepare: () => keepSidecarsPrivate(root, path),
    // A comment that is copied into the file is the person's own only if it was in the sidecar.
    ignoresTrust: true,
    ...deps,
    ...(configFolder !== undefined && { configFolder }),
  });
}

function memoryOf(file: string, root: string, { memories }: OpenDocumentDeps): StoredComments {
  const memory = memories.get(file) ?? new StoredComments({ url: 'memory:', as: 'memory', root });
  memories.set(file, memory);
  return memory;
}

/** Returns the functions that end it. */
function watch(
  document: OpenDocument,
  files: readonly string[],
  safetyCheckMs: number | null,
): (() => void)[] {
  const stops = files.map((file) => watchFile(file, safetyCheckMs, () => document.refreshSoon()));
  if (safetyCheckMs === null) return stops;
  const timer = setInterval(() => document.retry(), safetyCheckMs).unref();
  return [...stops, () => clearInterval(timer)];
}
