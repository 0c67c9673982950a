/** What every inspector must get right, as data: one case is one element of a demo and what the overlay must say of it. */
import type { JsonValue } from '@annotate-mcp/core';

import type { InspectedTarget } from '../inspectors/inspection.ts';

export interface InspectorCase {
  readonly name: string;
  /** CSS of the element in the demo; a path with ` >>> ` enters shadow roots. */
  readonly selector: string;
  /** 0, the nearest component, unless told. */
  readonly depth?: number;
  readonly expected: {
    readonly componentName: string;
    readonly componentFilePath: string;
    /** File and 1-based line of the element in its template. */
    readonly source: { readonly file: string; readonly line: number };
    /** Those named here must be so; there may be others. */
    readonly inputs: Readonly<Record<string, JsonValue>>;
    readonly componentTreePath: readonly string[];
  };
}

/** What is not as the case says, in words; empty when all is well. */
export function differences({ expected }: InspectorCase, target: InspectedTarget): string[] {
  if (target.kind !== 'component')
    return [`expected the component ${expected.componentName}, found a bare element`];
  const { sourceLocation: place } = target;
  const pairs: [string, unknown, unknown][] = [
    ['component', expected.componentName, target.componentName],
    ['file', expected.componentFilePath, target.componentFilePath],
    ['source', expected.source, place === undefined ? null : { file: place.file, line: place.line }],
    ['path', expected.componentTreePath, target.componentTreePath],
    ...Object.entries(expected.inputs).map(([key, value]): [string, unknown, unknown] => [
      `input ${key}`,
      value,
      target.inputs[key],
    ]),
  ];
  return pairs
    .filter(([, wanted, found]) => JSON.stringify(wanted) !== JSON.stringify(found))
    .map(
      ([what, wanted, found]) =>
        `${what}: expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`,
    );
}
