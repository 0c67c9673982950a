/**
 * The one JSON text of a value, whatever order its keys have: sorted by code unit, without blanks. A value and what
 * `JSON.parse(JSON.stringify(value))` makes of it have the same text, so that a record can be compared before it is
 * written and after it was read.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  // Runs with every write, so that it builds no lists in between.
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}
