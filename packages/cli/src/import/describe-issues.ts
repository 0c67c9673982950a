/** Describes schema issues for the author of the record, who does not know the schema. Pure. */
import { kinds, statuses } from '@annotate-mcp/core';

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

const shown = 3;

type Choices = Readonly<Record<string, readonly string[]>>;

/** `choices` are the words that a field may have, where the schema only says that none fits. */
export function describeIssues(
  { issues }: { issues: readonly Issue[] },
  record: unknown,
  choices: Choices = ownChoices,
): string {
  const lines = issues.slice(0, shown).map((issue) => describeIssue(issue, record, choices));
  const rest = issues.length - lines.length;
  return rest > 0 ? `${lines.join('; ')}; and ${rest} more` : lines.join('; ');
}

/** The schema branches on these, and only says that no branch fits. */
const ownChoices: Choices = { kind: kinds, status: statuses };

function describeIssue({ path, message }: Issue, record: unknown, choices: Choices): string {
  if (path.length === 0) return message;
  const field = path.map(String).join('.');
  const value = valueAt(record, path);
  if (value === undefined) return `${field} is missing`;
  const known = choices[field];
  if (known === undefined) return `${field}: ${message}`;
  return `${field} is ${JSON.stringify(value)}, which is none of ${known.join(', ')}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
