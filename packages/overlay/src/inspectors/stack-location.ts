/** From a stack to the line it was written on, through the module's source map. Loaded when first needed. */
import {
  getSourceContentFromSourceMap,
  getSourceFromSourceMap,
  getSourceMap,
  parseStack,
  type StackFrame,
} from 'bippy/source';

import type { SourceLocation } from '@annotate-mcp/core';

import { takeVersions } from './module-versions.ts';
import type { ToProjectPath } from './project-path.ts';

export interface StackLocation extends SourceLocation {
  /** Text of the file as it is now, where the source map carries it. */
  readonly source: string | null;
  /** The module was replaced since the stack was taken: the location is one in the old file. */
  readonly isOutdated: boolean;
}

/**
 * Where in the project the element that took this stack is written: the first frame outside of libraries. `null` when that
 * frame has no source map: its line is one of the compiled file, and the next frame is another place.
 */
export async function locateWritten(
  stack: string,
  toProjectPath: ToProjectPath,
): Promise<StackLocation | null> {
  for (const frame of ownFrames(stack).frames) {
    const location = await locateFrame(frame, toProjectPath);
    if (location !== null) return 'line' in location ? location : null;
  }
  return null;
}

/**
 * The file of the component that created the element: the last frame before React's own. `null` when the stack does
 * not reach that far, `outside` when it is a library's.
 */
export async function findOwnerFile(
  stack: string,
  toProjectPath: ToProjectPath,
): Promise<{ file: string } | 'outside' | null> {
  const { frames, isWhole } = ownFrames(stack);
  const last = frames.findLast((frame) => frame.fileName !== undefined);
  if (!isWhole || last === undefined) return null;
  return (await locateFrame(last, toProjectPath)) ?? 'outside';
}

/** Whether it was created by a function of another file than the component's: by a render prop. */
export function isFromRenderProp(stack: string): boolean {
  const files = ownFrames(stack).frames.flatMap(({ fileName }) => fileName ?? []);
  return files.at(0) !== files.at(-1);
}

/** Without the call into React at the top, and without React's frames at the bottom. */
function ownFrames(stack: string): { frames: StackFrame[]; isWhole: boolean } {
  const bottom = stack.search(/react[-_]stack[-_]bottom[-_]frame/);
  const own = bottom === -1 ? stack : stack.slice(0, stack.lastIndexOf('\n', bottom));
  return { frames: parseStack(own).slice(1), isWhole: bottom !== -1 };
}

/** `null` for a library's frame; the file alone where no source map tells the line. */
export async function locateFrame(
  frame: StackFrame,
  toProjectPath: ToProjectPath,
): Promise<StackLocation | { file: string } | null> {
  const { fileName, lineNumber, columnNumber } = frame;
  if (fileName === undefined || lineNumber === undefined || columnNumber === undefined) return null;
  if (fileName.includes('/node_modules/')) return null;
  // One fetch for each version of a module: bippy keeps maps by address, and a hot update has another `?t=`.
  const map = /^https?:/.test(fileName) ? await getSourceMap(fileName) : null;
  if (map === null) {
    const file = toProjectPath(fileName);
    return file === null ? null : { file };
  }
  const newest = newestVersion(fileName);
  const isOutdated = newest !== fileName;
  const original = getSourceFromSourceMap(map, lineNumber, columnNumber - 1);
  // The source map that is served now belongs to the new module, which may not contain the old location.
  const name = original?.fileName ?? (isOutdated ? map.sources[0] : undefined);
  const file = name === undefined ? null : toProjectPath(toAbsoluteUrl(name, map.sourceMapUrl ?? fileName));
  if (name === undefined || file === null) return null;
  const current = isOutdated ? await getSourceMap(newest) : map;
  const source = current === null ? null : getSourceContentFromSourceMap(current, name);
  const column = (original?.columnNumber ?? 0) + 1;
  return { file, line: original?.lineNumber ?? 1, column, source, isOutdated };
}

/** Dev servers name a source from the folder of its module. */
export function toAbsoluteUrl(name: string, moduleUrl: string): string {
  return /^([a-z][a-z\d+.-]*:|\/)/i.test(name) ? name : new URL(name, moduleUrl).href;
}

const newestUrls = new Map<string, string>();

/** The address under which this module was loaded last. */
function newestVersion(url: string): string {
  for (const loaded of takeVersions()) {
    const known = newestUrls.get(withoutVersion(loaded));
    if (known === undefined || versionOf(known) < versionOf(loaded))
      newestUrls.set(withoutVersion(loaded), loaded);
  }
  const latest = newestUrls.get(withoutVersion(url));
  return latest !== undefined && versionOf(latest) > versionOf(url) ? latest : url;
}

function versionOf(url: string): number {
  return Number(/[?&]t=(\d+)/.exec(url)?.[1] ?? 0);
}

function withoutVersion(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
