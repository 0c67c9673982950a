/** Describes schema issues for the author of the record, who does not know the schema. Pure. */
import { kinds, statuses } from '@annotate-mcp/core';

interface Mistake {
  path: readonly PropertyKey[];
  message: string;
}

const shown = 3;

export function describeMistakes({ issues }: { issues: readonly Mistake[] }, record: unknown): string {
  const lines = issues.slice(0, shown).map((mistake) => inWords(mistake, record));
  const rest = issues.length - lines.length;
  return rest > 0 ? `${lines.join('; ')}; and ${rest} more` : lines.join('; ');
}

/** The schema branches on these, and only says that no branch fits. */
const choices: Readonly<Record<string, readonly string[]>> = { kind: kinds, status: statuses };

function inWords({ path, message }: Mistake, record: unknown): string {
  if (path.length === 0) return message;
  const place = path.map(String).join('.');
  const value = valueAt(record, path);
  if (value === undefined) return `${place} is missing`;
  const known = choices[place];
  if (known === undefined) return `${place}: ${message}`;
  return `${place} is ${JSON.stringify(value)}, which is none of ${known.join(', ')}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
