/** The time from the address of a Markdown review to its text on the screen, with the built view. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';

import type { Report } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { summarize } from '../samples.ts';

import { documents } from './documents.ts';

const rounds = 5;

export async function opening(browser: Browser, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  const rows = [];
  try {
    for (const { name, text } of documents) {
      report.progress(`${name}: the built view, ${rounds} times`);
      writeFileSync(join(folder, 'long.md'), text);
      rows.push({ document: name, ...summarize(await openings(browser, folder)) });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  report.table('address → text on the screen, ms', rows);
  report.result('opening', rows);
}

/** Each round has a server of its own: an address opens one tab. */
async function openings(browser: Browser, folder: string): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) samples.push(await opened(browser, folder));
  return samples;
}

async function opened(browser: Browser, folder: string): Promise<number> {
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
    return await openOnce(browser, address);
  } finally {
    const ended = once(command, 'exit');
    // It still writes into the folder until it has ended.
    if (command.kill()) await ended;
  }
}

async function openOnce(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector('.document h1')?.checkVisibility() === true, null, {
    polling: 'raf',
  });
  const ms = await page.evaluate(() => performance.now());
  await page.close();
  return ms;
}
