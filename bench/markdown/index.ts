/** How long a Markdown review of a large file takes, and how large the view is. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { type Browser, chromium } from 'playwright-core';

import type { Benchmark, Report } from '../benchmark.ts';

import { opening } from './opening.ts';
import { reanchoring } from './reanchoring.ts';
import { rendering } from './rendering.ts';

export const markdown: Benchmark = {
  name: 'markdown',
  title: 'Markdown review: first paint, selections, anchors per second, bytes',
  run: async (report) => {
    bytes(report);
    reanchoring(report);
    const browser = await launch();
    try {
      await rendering(browser, report);
      await opening(browser, report);
    } finally {
      await browser.close();
    }
  },
};

/** The sizes of the view and of the scripts for formulas and diagrams. */
function bytes(report: Report): void {
  const rows = ['markdown-view.html', 'katex.js', 'mermaid.js'].map((file) => {
    const content = readFileSync(join(import.meta.dirname, '../../apps/markdown-view/dist', file));
    return { file, bytes: content.length, gzipped: gzipSync(content, { level: 9 }).length };
  });
  report.table('bytes', rows);
  report.result('bytes', rows);
}

async function launch(): Promise<Browser> {
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}
