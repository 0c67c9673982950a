/** What the inspectors tell of each element that a page shows, held against the file at that place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { inspectorScript } from '@annotate-mcp/bench/sources/ask-page.ts';

interface Lines {
  /** At the place is a tag of the element's name, or of a component. */
  readonly right: number;
  /** Has no place of its own, but the directive or the component of a library that made it has one. */
  readonly made: number;
  readonly none: readonly string[];
  readonly wrong: readonly string[];
}

interface Told {
  readonly tag: string;
  readonly text: string;
  readonly place: string | null;
  readonly made: string | null;
}

export async function readLines(page: Page, root: string, app: string): Promise<Lines> {
  await page.evaluate(await inspectorScript());
  const told = await page.evaluate(askElements, { root, app });
  const located = told.filter(({ place }) => place !== null);
  const wrong = located.filter(({ tag, place }) => !isTagAt(root, place ?? '', tag));
  const others = told.filter(({ place }) => place === null);
  return {
    right: located.length - wrong.length,
    made: others.filter(({ made }) => made !== null).length,
    none: others.filter(({ made }) => made === null).map(({ tag, text }) => `${tag} ${text}`),
    wrong: wrong.map(({ tag, text, place }) => `${tag} ${text} ${place}`),
  };
}

export function describeLines({ right, made, none, wrong }: Lines): string {
  const some = none.length === 0 ? '' : ` (${[...new Set(none)].slice(0, 12).join(' · ')})`;
  return `lines: ${right} right, ${made} of a directive or a library, ${none.length} none${some}, ${wrong.length} wrong`;
}

/** A component's tag may stand for an element of any name, and so does a variable. */
function isTagAt(root: string, place: string, tag: string): boolean {
  const [, file = '', line = '', column = ''] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
  const text = readFileSync(join(root, file), 'utf8').split('\n')[Number(line) - 1] ?? '';
  const name = /^<([\w.:$-]+)/.exec(text.slice(Number(column) - 1))?.[1];
  if (name === undefined) return /\.(?:md|mdx|svx)$/.test(file) && Number(line) > 0;
  return (
    name.toLowerCase() === tag || /[A-Z.]|-|^(?:component|slot|svelte:)/.test(name) || isVariable(name, text)
  );
}

function isVariable(name: string, text: string): boolean {
  return text.includes(`const ${name}`) || !/^[a-z][a-z\d]*$/.test(name);
}

/** Runs in the page. */
async function askElements({ root, app }: { root: string; app: string }): Promise<Told[]> {
  interface Place {
    readonly file: string;
    readonly line: number;
    readonly column?: number;
  }
  interface Target {
    readonly sourceLocation?: Place;
    readonly usedAt?: Place;
    readonly generatedAt?: Place;
  }
  interface Inspectors {
    createInspection(
      config: object,
      page: { manifest: () => object },
    ): { describe(element: Element, depth: null): Promise<Target> };
  }
  const inspectors = Reflect.get(globalThis, 'annotateInspectors') as Inspectors;
  const appRoot = app === '' ? root : `${root}/${app}`;
  const config = { hub: '/__annotate', appId: app === '' ? '.' : app, projectRoot: root, appRoot };
  const manifest = (await (await fetch('/__annotate/manifest')).json()) as object;
  const inspection = inspectors.createInspection(config, { manifest: () => manifest });
  const seen = [...document.body.querySelectorAll('*')]
    .filter((element) => element.closest('nga-overlay') === null && element.checkVisibility())
    // What is pointed at is the drawing, not its lines.
    .filter((element) => element.parentElement?.closest('svg') === null)
    .slice(0, 400);
  const told: Told[] = [];
  for (const element of seen) {
    const { sourceLocation: at, usedAt, generatedAt } = await inspection.describe(element, null);
    const made = generatedAt ?? usedAt;
    told.push({
      tag: element.localName,
      text: JSON.stringify(element.textContent.trim().slice(0, 20)),
      place: at === undefined ? null : `${at.file}:${at.line}:${at.column ?? 1}`,
      made: made === undefined ? null : `${made.file}:${made.line}`,
    });
  }
  return told;
}
