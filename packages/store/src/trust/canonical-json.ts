/**
 * The one JSON text of a value, whatever order its keys have: sorted by code unit, without blanks. A value and what
 * `JSON.parse(JSON.stringify(value))` makes of it have the same text, so that a record can be compared before it is
 * written and after it was read.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
