/** Reads from the files of an app what is expected of each element: `data-kind="link@Page"` stands in its tag. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ExpectedKind {
  /** The component of the project that it is in; empty where there is none. */
  readonly component: string;
  /** `file:line` of its tag; `null` for what a script writes into the page, whose kind begins with `none-`. */
  readonly line: string | null;
}

export function readExpectedKinds(app: string): Map<string, ExpectedKind> {
  const expected = new Map<string, ExpectedKind>();
  for (const file of globSync('{app,src}/**/*.{astro,html,svelte,ts,tsx,vue}', { cwd: app })) {
    const text = readFileSync(join(app, file), 'utf8');
    for (const { index, 1: value = '' } of text.matchAll(/data-kind=\\?["']([^"'\\]*)/g)) {
      const [kind = '', component = ''] = value.split('@');
      const start = lastTagBefore(text, index);
      const line = kind.startsWith('none-') ? null : `${file}:${text.slice(0, start).split('\n').length}`;
      if (expected.has(value)) throw new Error(`${file} has the kind ${value} a second time.`);
      expected.set(value, { component, line });
    }
  }
  return expected;
}

function lastTagBefore(text: string, index: number): number {
  return [...text.slice(0, index).matchAll(/<[A-Za-z]/g)].at(-1)?.index ?? 0;
}
