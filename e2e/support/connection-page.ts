/** A page with the connection of the overlay and nothing else of it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import { build } from 'vite';

import type { Annotation, AskedAction, PagePayload } from '@annotate-mcp/core';

/** What the page under test leaves for us to look at; see `pageText`. */
interface Log {
  states: string[];
  problems: string[];
  storeProblem: string | null;
  refused: [string, string][];
  /** Ids after each change, to see whether something was gone for a moment. */
  history: string[][];
  shown: Annotation[];
  unsent: string[];
  agents: unknown[];
  manifests: number;
}

declare global {
  interface Window {
    log: Log;
    connection: {
      create: (
        payload: PagePayload,
        options: { draft: boolean; pictures?: { screenshot: Blob; pictures: Blob[] } },
      ) => void;
      act: (id: string, action: AskedAction) => void;
      submitBatch: () => void;
    };
  }
}

const pageText = `<!doctype html><title>A page</title><script type="module">
import { connect } from '/connection.js';
const log = (window.log = { states: [], problems: [], storeProblem: null, refused: [], history: [], shown: [], unsent: [], agents: [], manifests: 0 });
window.connection = connect({ hub: '/__annotate', appId: '.', projectId: PROJECT }, {
  onAnnotations(all, unsent) {
    log.shown = [...all.values()];
    log.unsent = [...unsent];
    log.history.push([...all.keys()]);
  },
  onState: (state) => log.states.push(state),
  onStoreProblem: (problem) => (log.storeProblem = problem),
  onMe: () => undefined,
  onPeople: () => undefined,
  onAgents: (agents) => (log.agents = agents),
  onWork: () => undefined,
  onManifest: () => log.manifests++,
  onProblem: (text) => log.problems.push(text),
  onRefused: (key, text) => log.refused.push([key, text]),
});
</script>`;

export async function online(page: Page): Promise<void> {
  // A window that was just opened has not run its script yet.
  await page.waitForFunction(() => 'log' in window && window.log.states.at(-1) === 'online');
}

export function log(page: Page): Promise<Log> {
  return page.evaluate(() => window.log);
}

/** Runs in the page. */
export function picturesKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('annotate', 1);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('pictures').objectStore('pictures').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
    opening.onerror = () => reject(new Error('The database does not open.'));
  });
}

/** `projectId` is asked for each time the page is loaded. */
export async function servePage(code: string, projectId: () => string | undefined): Promise<Server> {
  const texts: Record<string, [type: string, text: string]> = {
    '/': ['text/html', pageText],
    '/connection.js': ['text/javascript', code],
  };
  const serving = createServer(({ url = '/' }, response) => {
    const [type, text] = texts[url] ?? ['text/plain', ''];
    const id = projectId();
    response
      .setHeader('content-type', type)
      .end(text.replace('PROJECT', id === undefined ? 'undefined' : JSON.stringify(id)));
  });
  await new Promise<void>((ready) => serving.listen(0, 'localhost', ready));
  return serving;
}

export async function bundleConnection(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'annotate-e2e-'));
  const entry = fileURLToPath(
    new URL('../../packages/overlay/src/connection/connection.ts', import.meta.url),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
    build: {
      outDir: folder,
      minify: true,
      lib: { entry, formats: ['es'], fileName: () => 'connection.js' },
      // One file is all that the page is served.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const text = await readFile(join(folder, 'connection.js'), 'utf8');
  await rm(folder, { recursive: true });
  return text;
}
