/** What the dev server's transform of JSX noted about components, with the component itself as key. */
import type { SourceLocation } from '@annotate-mcp/core';

import { guarded, isObject, readString } from './foreign.ts';
import type { InspectContext } from './inspector.ts';
import { parseSource } from './source-attribute.ts';

export interface ComponentNote {
  /** As it is written in the file; compilers may have given the function another one. */
  readonly name: string;
  readonly file: string;
  /** The position of its name. */
  readonly source: string | null;
}

/** `null` for a component of a library, and where no dev server transforms the app's modules. */
export function noteOf(component: unknown): ComponentNote | null {
  if (!isObject(component)) return null;
  const notes: unknown = Reflect.get(globalThis, Symbol.for('annotate.components'));
  const note = guarded(
    (): unknown => WeakMap.prototype.get.call(notes as WeakMap<object, unknown>, component),
    undefined,
  );
  const [name, file] = [readString(note, 'name'), readString(note, 'file')];
  return name === null || file === null ? null : { name, file, source: readString(note, 'source') };
}

/** Where the component is declared. */
export function declarationOf(note: ComponentNote | null, context: InspectContext): SourceLocation | null {
  const source = note?.source ?? null;
  return source === null ? null : parseSource(source, context);
}
