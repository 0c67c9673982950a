/**
 * What a person waits for, with the built view: from the address of a Markdown review to its text on the screen, and
 * from an edit of the file to its words on the screen.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import type { Report } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { summarize } from '../samples.ts';

import { type Document, documents, largestDocument } from './documents.ts';

const rounds = 5;
/** In the background a view of the largest document is drawn for half a minute before it is at rest. */
const roundsOfLargest = 3;
/** Of each open document, one after the other. */
const edits = 4;

interface Waits {
  readonly opening: number;
  readonly edits: readonly number[];
}

export async function opening(browser: Browser, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  const opened = [];
  const edited = [];
  try {
    for (const document of [...documents, largestDocument]) {
      const times = document === largestDocument ? roundsOfLargest : rounds;
      report.progress(`${document.name}: the built view, ${times} times`);
      const waits: Waits[] = [];
      // Each round has a server of its own: an address opens one tab.
      for (let round = 0; round < times; round++) waits.push(await review(browser, folder, document));
      const { name } = document;
      opened.push({ document: name, ...summarize(waits.map((wait) => wait.opening)) });
      edited.push({ document: name, ...summarize(waits.flatMap((wait) => wait.edits)) });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  report.table('address → text on the screen, ms', opened);
  report.result('opening', opened);
  report.table('edit of the file → its words on the screen, ms', edited);
  report.result('edits', edited);
}

async function review(browser: Browser, folder: string, { text }: Document): Promise<Waits> {
  const file = join(folder, 'long.md');
  writeFileSync(file, text);
  const command = spawn(process.execPath, [bin(), 'review', 'long.md', '--no-open'], { cwd: folder });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      command.stderr.on('data', (chunk) => {
        said += String(chunk);
        const [url] = /http:\S+(?=\s)/.exec(said) ?? [];
        if (url !== undefined) resolve(url);
      });
      command.once('exit', () => reject(new Error(`The review did not start: ${said}`)));
    });
    return await openAndEdit(browser, address, file, text);
  } finally {
    const ended = once(command, 'exit');
    // It still writes into the folder until it has ended.
    if (command.kill()) await ended;
  }
}

async function openAndEdit(browser: Browser, address: string, file: string, text: string): Promise<Waits> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector('.document h1')?.checkVisibility() === true, null, {
    polling: 'raf',
  });
  const shown = await page.evaluate(() => performance.now());
  await page.waitForFunction(() => document.querySelector('[data-waiting]') === null, null, {
    polling: 500,
    timeout: 120_000,
  });
  const samples: number[] = [];
  for (let edit = 1; edit <= edits; edit++) samples.push(await editOnce(page, file, text, edit));
  await page.close();
  return { opening: shown, edits: samples };
}

/** Half of the edits replace words, half insert a block, so that all below it moves. */
async function editOnce(page: Page, file: string, text: string, edit: number): Promise<number> {
  const words = `Edit number ${edit}.`;
  const [head = '', ...rest] = text.split('\n\n');
  const inserted = edit % 2 === 0 ? [head, words] : [head];
  const changed = [...inserted, ...rest].join('\n\n').replace('Nobody minds', `${words} Nobody minds`);
  const shown = page.waitForFunction(
    (wanted) =>
      document.querySelector('.document .chunk')?.textContent.includes(wanted) === true ? Date.now() : false,
    words,
    { polling: 'raf' },
  );
  const began = Date.now();
  writeFileSync(file, changed);
  return Number(await (await shown).jsonValue()) - began;
}
