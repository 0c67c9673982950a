/** How long a Markdown review of a large file takes, and how large the view is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Benchmark, Report } from '../benchmark.ts';
import { launchBrowser } from '../launch-browser.ts';

import { opening } from './opening.ts';
import { reanchoring } from './reanchoring.ts';
import { rendering } from './rendering.ts';

export const markdown: Benchmark = {
  name: 'markdown',
  title: 'Markdown review: first paint, selections, anchors per second, bytes',
  run: async (report) => {
    bytes(report);
    reanchoring(report);
    const browser = await launchBrowser();
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
