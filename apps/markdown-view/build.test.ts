import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';

import { createBuilder } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'annotate-view-'));
const read = (name: string) => readFileSync(join(folder, 'one', name), 'utf8');

beforeAll(async () => {
  await build('one');
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

async function build(name: string): Promise<void> {
  const builder = await createBuilder({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    environments: Object.fromEntries(
      ['client', 'mermaid', 'katex'].map((environment) => [
        environment,
        { build: { outDir: join(folder, name) } },
      ]),
    ),
  });
  await builder.buildApp();
}

it('the view is one page that makes no requests', () => {
  const page = read('markdown-view.html');
  const [head = '', script = ''] = page.split('<script>');
  expect(page.match(/<\/?script/g)).toEqual(['<script', '</script']);
  expect(head).not.toMatch(/src=|url\(|@import/);
  expect(head.match(/href="[^"]*"/g)).toEqual(['href="data:,"']);
  // The escaped script must still be valid.
  expect(() => new Script(script.slice(0, script.indexOf('</script')))).not.toThrow();
});

it('contains no messages in other languages', () => {
  expect(read('markdown-view.html')).not.toContain('Ungültige Eingabe');
});

it('comes with scripts that each define one function', () => {
  expect(read('katex.js')).toContain('annotateMcpKatex');
  expect(read('mermaid.js')).toContain('annotateMcpMermaid');
  expect(read('markdown-view.html').length).toBeLessThan(970_000);
});

it('the view is the same for every build', { tags: 'full' }, async () => {
  await build('two');
  const files = readdirSync(join(folder, 'one')).sort();
  expect(files).toEqual(expect.arrayContaining(['katex.js', 'markdown-view.html', 'mermaid.js']));
  expect(readdirSync(join(folder, 'two')).sort()).toEqual(files);
  for (const file of files) expect(readFileSync(join(folder, 'two', file), 'utf8')).toBe(read(file));
});
