/** Whom an annotation is assigned to, or who is mentioned in it: a person, or an agent. */

export type Addressee =
  /** `name` is what they were called then; the id stays the same when they are renamed. */
  | { type: 'person'; id: string; name: string }
  /** Every process of an agent has an id of its own, so that an agent is known by its name. */
  | { type: 'agent'; name: string };

export function isSameAddressee(a: Addressee, b: Addressee): boolean {
  if (a.type === 'person' && b.type === 'person') return a.id === b.id;
  return a.type === b.type && isSameName(a.name, b.name);
}

export function isSameName(a: string, b: string): boolean {
  return comparableName(a) === comparableName(b);
}

export function comparableName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
