import type { Document, Passage } from './document.ts';

/** Something in a document that is not true. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface DocumentCheck {
  /** What holds when it finds nothing, as the end of "every …". */
  readonly name: string;
  readonly check: (document: Document, all: readonly Document[]) => Promise<readonly Finding[]>;
}

/** A finding at each passage about which `describe` has something to say. */
export async function findingsAt<P extends Passage>(
  { file }: Document,
  passages: readonly P[],
  describe: (passage: P) => string | null | Promise<string | null>,
): Promise<Finding[]> {
  const messages = await Promise.all(passages.map(async (passage) => describe(passage)));
  return passages.flatMap(({ line }, index) => {
    const message = messages[index] ?? null;
    return message === null ? [] : [{ file, line, message }];
  });
}

export function printFindings(findings: readonly Finding[]): string {
  return findings.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n');
}
