/** Opens the page of an app and asks the overlay's inspectors about every element with a kind. */
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { bundleForPage } from '../bundle-for-page.ts';

export interface Answer {
  readonly kind: string;
  readonly component: string;
  readonly line: string | null;
  /** Where the component is used. */
  readonly use: string | null;
  /** Which place comes first. */
  readonly edited: string | null;
  /** Where the HTML comes in that the element is a part of. */
  readonly madeFrom: string | null;
}

export interface OpenPage extends AsyncDisposable {
  /** Warnings and errors of the console that have to do with attributes or hydration. */
  readonly messages: readonly string[];
  /** How often the page was loaded since it was opened. */
  readonly loads: () => number;
  readonly ask: () => Promise<Answer[]>;
}

/** What is used of the overlay's inspectors. */
interface Inspectors {
  createInspection(
    config: object,
    page: { manifest: () => unknown },
  ): {
    describe(element: Element, depth: null): Promise<Target>;
  };
}

interface Target {
  readonly componentName?: string;
  readonly sourceLocation?: Place;
  readonly usedAt?: Place;
  readonly uses?: readonly Place[];
  readonly generatedAt?: Place;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

const visitLimitMs = 180_000;

export async function openPage(browser: Browser, url: string, folder: string): Promise<OpenPage> {
  const page = await browser.newPage();
  // A dev server compiles a page when it is first visited, which takes long on a busy machine.
  page.setDefaultTimeout(visitLimitMs);
  const messages: string[] = [];
  page.on('console', (message) => {
    if (/hydrat|attribute|annotate/i.test(message.text())) messages.push(message.text());
  });
  // The first visit makes the dev server bundle dependencies, after which it reloads the page.
  await visit(page, url);
  await visit(page, url);
  let loads = 0;
  page.on('load', () => loads++);
  // The versions of modules are known from the beginning, as they are to the overlay.
  await askKinds(page, folder);
  return {
    messages,
    loads: () => loads,
    ask: () => askKinds(page, folder),
    [Symbol.asyncDispose]: () => page.close(),
  };
}

async function askKinds(page: Page, folder: string): Promise<Answer[]> {
  if (!(await page.evaluate(() => 'annotateInspectors' in globalThis)))
    await page.evaluate(await inspectorScript());
  return page.evaluate(describeKinds, folder);
}

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('[data-kind]');
  await page.waitForLoadState('networkidle');
}

let script: Promise<string> | undefined;

/** Makes the overlay's inspectors the page's `annotateInspectors`. */
export function inspectorScript(): Promise<string> {
  script ??= bundleForPage({
    root: join(import.meta.dirname, '../../packages/overlay'),
    name: 'annotateInspectors',
    exports: "export { createInspection } from './src/inspectors/local.ts';",
  });
  return script;
}

/** Runs in the page. */
async function describeKinds(projectRoot: string): Promise<Answer[]> {
  const inspectors = Reflect.get(globalThis, 'annotateInspectors') as Inspectors;
  const config = { hub: '/__annotate', appId: '.', projectRoot, appRoot: projectRoot };
  const askManifest = async () => (await (await fetch('/__annotate/manifest')).json()) as object;
  let manifest = await askManifest();
  // The dev server counts who uses what when it is asked first.
  const hasKits = document.querySelector('[data-kind*="~"]') !== null;
  while (hasKits && !Object.values(manifest).some((entry: object) => 'usedBy' in entry))
    manifest = await askManifest();
  const inspection = inspectors.createInspection(config, { manifest: () => manifest });
  const answers: Answer[] = [];
  // Also those in the shadow roots of custom elements.
  const elementsIn = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot === null ? [] : elementsIn(element.shadowRoot)),
    ]);
  for (const element of elementsIn(document)) {
    if (!element.hasAttribute('data-kind')) continue;
    const target = await inspection.describe(element, null);
    const { componentName = '', sourceLocation, usedAt, uses, generatedAt } = target;
    const lineOf = (place?: Place) => (place === undefined ? null : `${place.file}:${place.line}`);
    answers.push({
      kind: element.getAttribute('data-kind') ?? '',
      component: componentName,
      line: lineOf(sourceLocation),
      use: lineOf(usedAt),
      edited: lineOf(uses?.at(-1) ?? sourceLocation),
      madeFrom: lineOf(generatedAt),
    });
  }
  return answers;
}
