/** The part of the Web Crypto API that every browser and Node.js have as the global `crypto`. */
interface RandomSource {
  getRandomValues(bytes: Uint8Array): Uint8Array;
  randomUUID?(): string;
}

declare const crypto: RandomSource;

/** Works also on pages over plain HTTP from another machine, which have no `crypto.randomUUID`. */
export function randomUuid(source: RandomSource = crypto): string {
  if (source.randomUUID !== undefined) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, n) => {
    const versioned = n === 6 ? (byte & 0x0f) | 0x40 : n === 8 ? (byte & 0x3f) | 0x80 : byte;
    return versioned.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function isUuid(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text)
  );
}
