/** Makes an edit as an agent does, and compares what the page is said to show with what it must be. */
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import {
  acknowledge,
  type Annotation,
  describeChange,
  describeExample,
  type Proof,
  resolve,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { DemoName, DemoServer } from './demo-server.ts';
import { OverlayOnPage } from './overlay.ts';
import type { SeededEdit } from './proof-edits.ts';
import { SourceFiles } from './source-files.ts';
import { expect } from './test.ts';

export const agent = { type: 'agent', agentId: 'agent-1', agentName: 'scripted-agent' } as const;

/** With thirty processes on two cores a dev server takes half a minute to build and serve an update. */
export const longest = { timeout: 60_000 };

interface Judging {
  readonly page: Page;
  readonly demo: DemoName;
  readonly files: SourceFiles;
  readonly store: Store;
  readonly annotations: readonly Annotation[];
  /** The page has changed since the comments were sent. An agent reads before it writes, and the page looks meanwhile. */
  readonly isLater?: boolean;
}

/** Takes the comment, changes the files, says that it is done, and compares what is said of it. Returns its id. */
export async function judgeEdit(
  edit: SeededEdit,
  { page, demo, files, store, annotations, isLater = false }: Judging,
): Promise<string> {
  const id = annotations.find(({ annotationText }) => annotationText === edit.name)?.id ?? '';
  // A hover rule is no rule for now as long as the pointer is elsewhere.
  await page.mouse.move(2, 2);
  const taken = new Date().toISOString();
  await store.update(id, (one) => acknowledge(one, agent, new Date(taken)));
  const hasLooked = async () => lookedAt(await store.get(id)) >= taken;
  if (isLater)
    await expect.poll(hasLooked, { ...longest, message: `${edit.name}: a look before` }).toBe(true);
  files.takeChanged();
  const thrown = edit.throws === undefined ? null : whenSaid(page, edit.throws);
  const undo = files.during(() => edit.edit(files));
  if (isLater && demo === 'svelte') await reload(page);
  await thrown;
  await resolveWith(store, id, files.takeChanged());
  const said = async () => sayProof(await store.get(id));
  await expect.poll(said, { ...longest, message: edit.name }).toMatch(new RegExp(`^${edit.verdict}\\n`));
  const { says } = edit;
  if (typeof says === 'string') expect(await said()).toContain(says);
  else if (says !== undefined) expect(await said()).toMatch(says);
  if (edit.isBroken === true) {
    undo();
    if (isLater && demo === 'svelte') await reload(page);
    if (edit.leftIn?.[demo] !== undefined) await page.keyboard.press('Escape');
    await expect.poll(said, longest).not.toMatch(/^broken\n/);
  }
  return id;
}

/** Frameworks throw an error on, or write it to the console. */
async function whenSaid(page: Page, words: RegExp): Promise<void> {
  await Promise.any([
    page.waitForEvent('pageerror', { ...longest, predicate: (error) => words.test(String(error)) }),
    page.waitForEvent('console', { ...longest, predicate: (message) => words.test(message.text()) }),
  ]);
}

/** Svelte's runtime loses the hot update of a component where the one that uses it was updated before. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await new OverlayOnPage(page, () => Promise.resolve([])).ready();
}

/** When the page looked last at what it is about, before it is changed. */
function lookedAt(annotation: Annotation | null): string {
  const proof = proofOf(annotation);
  return (proof?.meanwhile ?? proof?.before)?.takenAt ?? '';
}

/** What an agent does that says it is done, and has changed these files. */
export async function resolveWith(store: Store, id: string, files: readonly string[]): Promise<void> {
  const edited = { files: files.map((file) => ({ file })) };
  await store.update(id, (one) => resolve(one, agent, new Date(), undefined, { edited }));
}

/** The verdict in the first line; empty where there is none yet. */
export function sayProof(annotation: Annotation | null): string {
  const after = proofOf(annotation)?.after;
  if (after === undefined) return '';
  const { verdict, changes, outside, failure } = after;
  const said = [...changes.map(describeChange), ...outside.examples.map(describeExample)];
  return [verdict, ...said, failure?.message ?? ''].join('\n');
}

export function filesOf({ root, name }: DemoServer): SourceFiles {
  return new SourceFiles(root, join(root, 'demos', name, 'src'));
}

export async function openPage(page: Page, server: DemoServer): Promise<void> {
  await page.goto(server.url);
  await new OverlayOnPage(page, () => Promise.resolve([])).ready();
}

/** Until the hub knows of so many annotations what the page showed before. */
export async function expectBefore(read: () => Promise<Annotation[]>, count: number): Promise<void> {
  await expect
    .poll(async () => (await read()).filter((one) => proofOf(one)?.before !== undefined).length, {
      timeout: 120_000,
    })
    .toBe(count);
}

export function proofOf(annotation: Annotation | null): Proof | undefined {
  return annotation === null || annotation.kind === 'markdown' ? undefined : annotation.proof;
}
