/** Knows which files of the project many others use. It reads the sources when the first page asks, and again when they changed. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { kitUsers, type Manifest } from '@annotate-mcp/core';

import { countUsers } from './count-users.ts';
import { type FileLinks, readLinks } from './file-links.ts';

export interface KitIndex {
  /** One entry for each kit, by its path: pages ask for nothing else. What is known now: `onChange` says when it is more. */
  readonly entries: () => Manifest;
}

export interface KitIndexOptions {
  readonly root: string;
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

/** A page asks for the manifest whenever a component of the app changed, which may be several times in a second. */
const readEveryMs = 5_000;

export function createKitIndex({ root, onChange, onError, now = Date.now }: KitIndexOptions): KitIndex {
  const known = new Map<string, { stamp: string; links: FileLinks }>();
  let current: Manifest = {};
  let readAt = -Infinity;
  let isReading = false;

  const read = async (): Promise<void> => {
    const before = JSON.stringify(current);
    try {
      const users = countUsers(await readSources(root, known));
      const kits = [...users].filter(([, usedBy]) => usedBy >= kitUsers).toSorted();
      current = Object.fromEntries(kits.map(([component, usedBy]) => [component, { component, usedBy }]));
    } finally {
      isReading = false;
      readAt = now();
    }
    // Who is told may ask at once.
    if (JSON.stringify(current) !== before) onChange();
  };

  return {
    entries() {
      if (!isReading && now() - readAt >= readEveryMs) {
        isReading = true;
        read().catch(onError);
      }
      return current;
    },
  };
}

/** What other people wrote, what tools made, and what is no part of an app. */
const skipped =
  /^(?:\..*|node_modules|bower_components|vendor|dist|build|out|output|coverage|target|tmp|public|static)$/;
const sources = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const mostFiles = 10_000;
const mostBytes = 500_000;

async function readSources(
  root: string,
  known: Map<string, { stamp: string; links: FileLinks }>,
): Promise<Map<string, FileLinks>> {
  const paths = new Set<string>();
  await listSources(root, '', paths);
  for (const path of known.keys()) if (!paths.has(path)) known.delete(path);
  const found = new Map<string, FileLinks>();
  for (const path of paths) {
    const links = await readSource(root, path, known);
    if (links !== null) found.set(path, links);
  }
  return found;
}

async function listSources(root: string, folder: string, found: Set<string>): Promise<void> {
  // A folder that cannot be read has no sources for us.
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (found.size >= mostFiles) return;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !skipped.test(entry.name)) await listSources(root, path, found);
    else if (entry.isFile() && sources.test(entry.name) && !entry.name.endsWith('.d.ts')) found.add(path);
  }
}

/** `null` for a file that is gone meanwhile, and for one that is too large to be written by a person. */
async function readSource(
  root: string,
  path: string,
  known: Map<string, { stamp: string; links: FileLinks }>,
): Promise<FileLinks | null> {
  const file = join(root, path);
  const facts = await stat(file).catch(() => null);
  if (facts === null || facts.size > mostBytes) return null;
  const stamp = `${facts.mtimeMs} ${facts.size}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.links;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const links = readLinks(text, path.endsWith('.vue'));
  known.set(path, { stamp, links });
  return links;
}
