import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { describe, expect, it } from 'vitest';

/** Imports an entry in a new process and prints each module that this loads, Node's own modules included. */
const listModules = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  await import(process.argv[1]);
`;

function modulesOf(entry: string): string[] {
  const url = pathToFileURL(join(import.meta.dirname, entry)).href;
  const args = ['--conditions=@annotate-mcp/source', '--input-type=module', '--eval', listModules, url];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
}

const http = /^node:https?$|packages\/http\/src\/(?:index|listen|router)\.ts$/;
const parsers = /\/(?:micromark|mdast-util-from-markdown|markdown-it)\//;
const browser = /\/ws\/|packages\/browser-protocol\/|mcp-server\/src\/browser\//;

describe('importing an entry', () => {
  it.each([
    { entry: 'index.ts', unused: { http, parsers, browser } },
    { entry: 'stdio.ts', unused: { http, parsers, browser } },
    { entry: 'http.ts', unused: { parsers, browser } },
    { entry: 'markdown/index.ts', unused: { http, parsers, browser } },
    { entry: 'browser/index.ts', unused: { parsers } },
    {
      entry: 'browser/browser-tools.ts',
      unused: { http, parsers, bridge: /\/ws\/|browser\/(?:bridge|remote)\// },
    },
    { entry: 'browser/remote/index.ts', unused: { parsers, tools: /browser\/tools\// } },
  ])('loads nothing that $entry does not need', ({ entry, unused }) => {
    const modules = modulesOf(entry);
    expect(modules.some((url) => url.endsWith(entry))).toBe(true);
    for (const pattern of Object.values(unused))
      expect(modules.filter((url) => pattern.test(url))).toEqual([]);
  });

  it('loads HTTP and the bridge for the browser, so the checks above can fail', () => {
    const modules = modulesOf('browser/index.ts');
    expect(modules.some((url) => http.test(url))).toBe(true);
    expect(modules.some((url) => browser.test(url))).toBe(true);
  });
});
