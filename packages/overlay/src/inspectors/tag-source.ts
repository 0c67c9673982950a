/**
 * Where the tags of components are written. An attribute would be a prop of the app's component, so the dev server's
 * transform notes each tag by the props object that the framework makes of it, which React, Preact and Solid keep: a
 * WeakMap in `globalThis[Symbol.for('annotate.tags')]`.
 */
import type { SourceLocation } from '@annotate-mcp/core';

import { guarded, isObject, read, readString } from './foreign.ts';
import type { InspectContext } from './inspector.ts';
import { parseSource } from './source-attribute.ts';

/**
 * The tag that these props come from. `null` where none is noted, and for props that were made by an older version of the
 * module: a memoized component keeps them through a hot update, and the tag may have moved since.
 */
export function markedTag(props: unknown, context: InspectContext): SourceLocation | null {
  if (!isObject(props)) return null;
  const tags: unknown = Reflect.get(globalThis, Symbol.for('annotate.tags'));
  const note = guarded(
    (): unknown => WeakMap.prototype.get.call(read(tags, 'of') as WeakMap<object, unknown>, props),
    undefined,
  );
  const [path, version, at] = [readString(note, 'path'), readString(note, 'version'), readString(note, 'at')];
  if (path === null || at === null || read(read(tags, 'newest'), path) !== version) return null;
  return parseSource(`${path}:${at}`, context);
}

/** What the JSX compiler of React up to 18 and of Preact passes along with each tag. */
export function fromDebugSource(source: unknown, context: InspectContext): SourceLocation | null {
  const file = context.toProjectPath(readString(source, 'fileName') ?? '');
  const line = read(source, 'lineNumber');
  const column = read(source, 'columnNumber');
  if (file === null || typeof line !== 'number' || line < 1) return null;
  return { file, line, column: typeof column === 'number' && column > 0 ? column : 1 };
}
