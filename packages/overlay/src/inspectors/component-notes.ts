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
  /** The positions at which its code begins and ends; `null` where they are not known. */
  readonly range: readonly [from: string, to: string] | null;
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
  if (name === null || file === null) return null;
  const [from, to] = [readString(note, 'from'), readString(note, 'to')];
  const range = from === null || to === null ? null : ([from, to] as const);
  return { name, file, source: readString(note, 'source'), range };
}

/** Where the component is declared. */
export function declarationOf(note: ComponentNote | null, context: InspectContext): SourceLocation | null {
  const source = note?.source ?? null;
  return source === null ? null : parseSource(source, context);
}

/** Whether the location is in the code of the noted component; `null` where that is not known. */
export function isInNoted(note: ComponentNote | null, location: SourceLocation): boolean | null {
  if (note === null) return null;
  if (note.file !== location.file) return false;
  if (note.range === null) return null;
  const [from, to] = note.range.map(readPosition);
  if (from === undefined || to === undefined) return null;
  return !isBefore(location, from) && isBefore(location, to);
}

type Position = Pick<SourceLocation, 'line' | 'column'>;

/** `12:5`. */
function readPosition(text: string): Position {
  const [line = 0, column = 0] = text.split(':').map(Number);
  return { line, column };
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.column < other.column);
}
