/** One session with an app: its dev server, comments on two elements near each other, and the agent that does the first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { expect, type Locator, type Page } from '@playwright/test';

import type { Annotation } from '@annotate-mcp/core';
import { openStore } from '@annotate-mcp/store';

import { freePort } from '../support/free-port.ts';
import { OverlayOnPage } from '../support/overlay.ts';

import { startAgent } from './agent.ts';
import type { FreshApp } from './fresh-app.ts';
import { type Cost, type Place, startServer } from './measured-process.ts';
import { picturesFolder } from './record.ts';

const request = 'Say “Guides” instead';
const nearRequest = 'Smaller, and grey';

export interface Session {
  /** Until the page is connected; the CPU time of the dev server is that of the whole session. */
  readonly dev: Cost;
  readonly agent: Cost;
  /** `file:line` of the first comment; `null` where it has none. */
  readonly source: string | null;
}

/** `place` is the project's root, `inApp` the folder of the app in it. */
export async function useApp(app: FreshApp, page: Page, place: Place, inApp: Place): Promise<Session> {
  const startedAt = performance.now();
  const server = startServer(app.dev, await freePort(), inApp);
  let seconds: number;
  let worked: Omit<Session, 'dev'>;
  const mismatches: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && /hydrat/i.test(message.text())) mismatches.push(message.text());
  });
  try {
    await page.goto(await server.listening);
    const store = await openStore(undefined, { root: place.cwd });
    const readAnnotations = async () => (await store.list({}, { limit: 100 })).annotations;
    const overlay = new OverlayOnPage(page, readAnnotations);
    await overlay.ready();
    seconds = (performance.now() - startedAt) / 1000;
    worked = await commentAndWork(app, overlay, readAnnotations, place);
    expect(mismatches).toEqual([]);
    await store.close();
  } catch (error) {
    await server.interrupt();
    throw error;
  }
  const { cpuSeconds } = await server.interrupt();
  return { dev: { seconds, cpuSeconds }, ...worked };
}

async function commentAndWork(
  app: FreshApp,
  overlay: OverlayOnPage,
  readAnnotations: () => Promise<readonly Annotation[]>,
  place: Place,
): Promise<Omit<Session, 'dev'>> {
  const target = elementWith(overlay.page, app.target);
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await showInspect(app, overlay, target);
  await overlay.comment(target, request);
  await overlay.comment(elementWith(overlay.page, app.near), nearRequest);
  await expect(overlay.badge('pending')).toHaveCount(2);
  await take(app, overlay, 'badges');

  const readCommented = async () =>
    (await readAnnotations()).find(({ annotationText }) => annotationText === request);
  await expect.poll(async () => hasBefore(await readCommented())).toBe(true);
  const agent = await startAgent(place);
  const edit = openSource(app, place);
  const answer =
    app.source === null
      ? 'No file is known for this heading, so nothing was changed.'
      : 'Changed the heading to “Guides”.';
  await agent.work(request, edit.replaceWords, answer);
  // Where no file is known, nothing changes on the page, and the badge says so.
  const done = overlay.badge(app.source === null ? 'missing' : 'resolved');
  await expect(done).toBeVisible();
  const cost = await agent.close();
  await done.click();
  await expect(overlay.thread).toBeVisible();
  if (app.source !== null) {
    const proof = overlay.thread.locator('[data-nga=proof]');
    await expect(proof).toContainText('Changed on the page.');
    await expect(proof.getByRole('list', { name: 'What changed' })).toContainText('Guides');
    await expect(overlay.thread.locator('[data-nga=edited]')).toContainText(basename(app.source.file));
    if (app.hasPictures) await expect(proof.getByRole('img', { name: 'After' })).toBeVisible();
  }
  await take(app, overlay, 'thread');
  await edit.undo(overlay);
  return { agent: cost, source: sourceOf(await readCommented()) };
}

function hasBefore(annotation: Annotation | undefined): boolean {
  return annotation !== undefined && annotation.kind !== 'markdown' && annotation.proof !== undefined;
}

interface Edit {
  /** What the agent does. */
  readonly replaceWords: () => void;
  /** What the person does, in the thread. */
  readonly undo: (overlay: OverlayOnPage) => Promise<void>;
}

/** Does nothing where no file is known. */
function openSource({ source }: FreshApp, { cwd }: Place): Edit {
  if (source === null) return { replaceWords: () => undefined, undo: async () => undefined };
  const file = join(cwd, source.file);
  const text = readFileSync(file, 'utf8');
  return {
    replaceWords: () => writeFileSync(file, text.replace(source.words, 'Guides')),
    undo: async (overlay) => {
      await overlay.thread.getByRole('button', { name: 'Undo…' }).click();
      await overlay.answerQuestion('Undo');
      // git removes the file before it writes the earlier one.
      await expect.poll(() => readFile(file, 'utf8').catch(() => null)).toBe(text);
    },
  };
}

/** The innermost element that shows the text; the title of an icon does not. */
function elementWith(page: Page, text: string): Locator {
  return page.locator(':not(nga-overlay)').getByText(text).filter({ visible: true }).first();
}

/** Inspect with the pointer on the element, and the composer with words; then both are closed. */
async function showInspect(app: FreshApp, overlay: OverlayOnPage, target: Locator): Promise<void> {
  const { page } = overlay;
  await overlay.inspect();
  // Near its corner: its middle may be another element inside of it.
  await target.hover({ position: { x: 6, y: 6 } });
  await expect(overlay.label).toContainText(app.target);
  // The line is known a moment after the name.
  if (app.source !== null) {
    await expect(overlay.host.locator('.nga-path-label')).toContainText(`${basename(app.source.file)}:`);
  }
  await take(app, overlay, 'inspect');
  await overlay.pointAt(target);
  await overlay.textarea.fill(request);
  await take(app, overlay, 'composer');
  await overlay.textarea.fill('');
  await page.keyboard.press('Escape');
  await expect(overlay.composer).toBeHidden();
  if (await overlay.hint.isVisible()) await page.keyboard.press('Escape');
  await expect(overlay.hint).toBeHidden();
}

async function take(app: FreshApp, { page, host }: OverlayOnPage, name: string): Promise<void> {
  if (!app.hasPictures) return;
  // "Sent." and the like go by themselves.
  await expect(host.locator('.nga-notice')).toHaveCount(0);
  await page.screenshot({
    path: join(picturesFolder, `${app.name}-${name}.png`),
    animations: 'disabled',
    caret: 'hide',
  });
}

function sourceOf(annotation: Annotation | undefined): string | null {
  if (annotation === undefined) throw new Error('The store does not have the comment.');
  if (!('sourceLocation' in annotation)) return null;
  const { file, line } = annotation.sourceLocation;
  return `${file}:${line}`;
}
