/** Knows which files of the project many others use. It reads the sources when the first page asks, and again when they changed. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { kitUsers, type Manifest, type ManifestEntry, parseJson } from '@annotate-mcp/core';

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
      const { files, primitives } = await readSources(root, known);
      current = kitsAmong(countUsers(files), primitives);
    } finally {
      isReading = false;
      readAt = now();
    }
    // Listeners may ask at once.
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

function kitsAmong(users: ReadonlyMap<string, number>, primitives: readonly Folder[]): Manifest {
  return Object.fromEntries(
    [...users].toSorted().flatMap(([component, usedBy]): [string, ManifestEntry][] => {
      if (primitives.some((folder) => isIn(folder, component)))
        return [[component, { component, usedBy, primitive: true }]];
      return usedBy >= kitUsers ? [[component, { component, usedBy }]] : [];
    }),
  );
}

/** What other people wrote, what tools made, and what is not a part of an app. */
const skipped =
  /^(?:\..*|node_modules|bower_components|vendor|dist|build|out|output|coverage|target|tmp|public|static)$/;
const sources = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;
const mostFiles = 10_000;
const mostBytes = 500_000;

interface Sources {
  readonly files: ReadonlyMap<string, FileLinks>;
  /** Whose files are primitives. */
  readonly primitives: readonly Folder[];
}

async function readSources(
  root: string,
  known: Map<string, { stamp: string; links: FileLinks }>,
): Promise<Sources> {
  const paths = new Set<string>();
  const named: string[] = [];
  await listSources(root, '', { paths, named });
  for (const path of known.keys()) if (!paths.has(path)) known.delete(path);
  const found = new Map<string, FileLinks>();
  for (const path of paths) {
    const links = await readSource(root, path, known);
    if (links !== null) found.set(path, links);
  }
  return { files: found, primitives: await primitivesIn(root, named) };
}

/** A folder with this path, from which `src` is left out, somewhere below `inside`, which is empty or ends with `/`. */
interface Folder {
  readonly inside: string;
  readonly path: string;
}

function isIn({ inside, path }: Folder, file: string): boolean {
  const below = `/${file.slice(inside.length)}`.replaceAll('/src/', '/');
  return file.startsWith(inside) && below.includes(`/${path}/`);
}

/** The usual folder, and those that a `components.json` of shadcn (for React, Vue, Svelte and others) names. */
async function primitivesIn(root: string, named: readonly string[]): Promise<Folder[]> {
  const folders: Folder[] = [{ inside: '', path: 'components/ui' }];
  for (const file of named) {
    const text = await readFile(join(root, file), 'utf8').catch(() => '');
    const folder = folderNamedIn(text, file.slice(0, -'components.json'.length));
    if (folder !== null) folders.push(folder);
  }
  return folders;
}

const registryFormat = z.object({
  aliases: z.object({ ui: z.string(), components: z.string().exactOptional() }),
});

/** By the end of the path, since only bundlers know what its alias is; not the folder of all components of the app. */
function folderNamedIn(text: string, place: string): Folder | null {
  const { data } = registryFormat.safeParse(jsonIn(text));
  if (data === undefined || data.aliases.ui === data.aliases.components) return null;
  const [, scope = '', path] = /^([@~#$][\w-]*\/|\.?\/)?(?:src\/)?(.+?)\/?$/.exec(data.aliases.ui) ?? [];
  if (path === undefined) return null;
  // `@workspace/ui/components` is in another package of the workspace.
  return { inside: /^@[\w-]/.test(scope) ? '' : place, path };
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The person is writing it, or it is another tool's: no folder is named then.
    return null;
  }
}

interface Found {
  readonly paths: Set<string>;
  /** Each `components.json`. */
  readonly named: string[];
}

async function listSources(root: string, folder: string, found: Found): Promise<void> {
  // A folder that cannot be read has no sources for us.
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (found.paths.size >= mostFiles) return;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !skipped.test(entry.name)) await listSources(root, path, found);
    else if (!entry.isFile()) continue;
    else if (entry.name === 'components.json') found.named.push(path);
    else if (sources.test(entry.name) && !entry.name.endsWith('.d.ts')) found.paths.add(path);
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
