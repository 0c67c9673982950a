/**
 * From a stack that React took on the server to the line it was written on. React sends it with what a server component
 * wrote, as `about://React/Server/<compiled file>?<n>:<line>:<column>`, and Next gives out the source maps of these files. In
 * place of `Server` there may be what Next was doing: `Prerender`, `Cache`.
 * Loaded when first needed.
 */
import {
  getSourceContentFromSourceMap,
  getSourceFromSourceMap,
  getSourceMap,
  type SourceMap,
} from 'bippy/source';

import { guarded } from './foreign.ts';
import type { ToProjectPath } from './project-path.ts';
import type { StackLocation } from './stack-location.ts';

/** `base` is the dev server's, with a slash at its end. */
export async function locateOnServer(
  stack: string,
  { toProjectPath, base }: { readonly toProjectPath: ToProjectPath; readonly base: string },
): Promise<StackLocation | null> {
  const frame = firstFrame(stack);
  const map = frame === null ? null : await mapOf(frame.file, base);
  if (frame === null || map === null) return null;
  const original = getSourceFromSourceMap(map, frame.line, frame.column - 1);
  const { fileName: name, lineNumber: line, columnNumber: column = 0 } = original ?? {};
  const file = name === undefined ? null : toProjectPath(moduleName(name));
  if (name === undefined || line === undefined || file === null) return null;
  const source = getSourceContentFromSourceMap(map, name);
  return { file, line, column: column + 1, source, isOutdated: false };
}

/** webpack's names are no addresses; what reads the map makes one of them, below the page's. */
function moduleName(name: string): string {
  return name.replace(/^.*?webpack-internal:\/+/, 'webpack-internal:///');
}

interface ServerFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The one that made the element, below the call of React; `null` where that one is not of the server. */
function firstFrame(stack: string): ServerFrame | null {
  const [, , own = ''] = stack.split('\n');
  const [, file, line, column] = /about:\/\/React\/[^/]+\/(.+?)(?:\?\d+)?:(\d+):(\d+)\)?$/.exec(own) ?? [];
  if (file === undefined) return null;
  // Next takes the `file:` address of a chunk as it is. The name of a module, and the address of one that a hot update has
  // replaced in its chunk, are asked for as they were before React made an address of them.
  const isChunk = file.startsWith('file:') && !file.includes('?id=');
  const name = isChunk ? file : guarded(() => decodeURI(file), file);
  return { file: name, line: Number(line), column: Number(column) };
}

/**
 * The map of one moment: after a change the same file has another one, with which an old position would lead elsewhere. It
 * is asked for once for the elements around the pointer.
 */
async function mapOf(file: string, base: string): Promise<SourceMap | null> {
  const known = maps.get(file);
  if (known !== undefined && performance.now() - known.at < keptMs) return known.map;
  const map = readMap(file, base);
  maps.set(file, { at: performance.now(), map });
  return map;
}

const maps = new Map<string, { at: number; map: Promise<SourceMap | null> }>();
const keptMs = 300;

/** What reads source maps starts at a script that names its map. */
async function readMap(file: string, base: string): Promise<SourceMap | null> {
  const address = new URL(`${base}__nextjs_source-map?filename=${encodeURIComponent(file)}`, location.href)
    .href;
  const script = new URL('annotate-server-module.js', location.href).href;
  const ask = (url: string): Promise<Response> =>
    url === script ? Promise.resolve(new Response(`//# sourceMappingURL=${address}`)) : fetch(url);
  return getSourceMap(script, false, ask).catch(() => null);
}
