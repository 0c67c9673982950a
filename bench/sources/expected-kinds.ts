/**
 * Reads from the files of an app what is expected of each element: `data-kind="link@Page"` stands in its tag. After it
 * `~own` or `~used` says whether a person edits this tag or the one of the component.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ExpectedKind {
  /** The component of the project that it is in; empty where there is none. */
  readonly component: string;
  /** `file:line` of its tag; `null` for what a script writes into the page, whose kind begins with `none-`. */
  readonly line: string | null;
  /** `file:line` of the HTML that is put into the page as a text, for kinds that begin with `none-`. */
  readonly madeFrom: string | null;
  /** Each `file:line` with a tag of that component; none where a router shows it. */
  readonly uses: readonly string[];
  /** Each `file:line` with a tag whose component is a variable. */
  readonly variableTags: readonly string[];
  /** Which place comes first, where the kind says it. */
  readonly edited: 'own' | 'used' | null;
}

export function readExpectedKinds(app: string): Map<string, ExpectedKind> {
  const expected = new Map<string, ExpectedKind>();
  const texts = new Map(filesWithTags(app).map((file) => [file, readFileSync(join(app, file), 'utf8')]));
  for (const [file, text] of texts) {
    for (const { index, 1: value = '' } of text.matchAll(/data-kind=\\?["']([^"'\\]*)/g)) {
      const [kind = '', component = '', edited] = value.split(/[@~]/);
      const start = lastTagBefore(text, index);
      const place = `${file}:${text.slice(0, start).split('\n').length}`;
      const [line, madeFrom] = kind.startsWith('none-') ? [null, place] : [place, null];
      if (expected.has(value)) throw new Error(`${file} has the kind ${value} a second time.`);
      const first = edited === 'own' || edited === 'used' ? edited : null;
      expected.set(value, { component, line, madeFrom, edited: first, ...usesOf(component, texts) });
    }
  }
  return expected;
}

/** From the app's folder. */
export function filesWithTags(app: string): string[] {
  return globSync('{app,src}/**/*.{astro,html,svelte,ts,tsx,vue}', { cwd: app });
}

function lastTagBefore(text: string, index: number): number {
  return [...text.slice(0, index).matchAll(/<[A-Za-z]/g)].at(-1)?.index ?? 0;
}

function usesOf(
  component: string,
  texts: ReadonlyMap<string, string>,
): Pick<ExpectedKind, 'uses' | 'variableTags'> {
  const linesOf = (tag: (text: string) => string) =>
    [...texts].flatMap(([file, text]) =>
      [...text.matchAll(new RegExp(`<(?:${tag(text)})(?![\\w.-])`, 'g'))].map(
        ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
      ),
    );
  const uses = /^[A-Z]\w*$/.test(component) ? linesOf((text) => namesOf(component, text).join('|')) : [];
  return { uses, variableTags: linesOf(() => 'component|svelte:component|Dynamic') };
}

/** As it is written in a tag: `CardBox`, `card-box`, `app-card-box`, or by the name it is imported with. */
function namesOf(component: string, text: string): string[] {
  const kebab = component.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  const aliases = [...text.matchAll(new RegExp(`\\b${component} as (\\w+)`, 'g'))].map(
    ([, alias = '']) => alias,
  );
  return [component, kebab, `app-${kebab}`, ...aliases];
}
