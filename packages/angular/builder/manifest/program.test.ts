import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BuildContext, context } from 'esbuild';
import typescript from 'typescript';
import { expect, it, onTestFinished, vi } from 'vitest';

import { createManifest } from './manifest.ts';

/** Bundles these files from `main.ts`, as Angular does. esbuild does not see templates. */
async function bundle(files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-program-')));
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
  for (const [path, text] of Object.entries(files)) write(path, text);
  const parse = vi.fn(typescript.createSourceFile);
  let news = 0;
  const { plugin, manifest } = createManifest(
    { root, workspaceRoot: root, appRoot: root },
    () => ({ ...typescript, createSourceFile: parse }),
    () => (news += 1),
    (error) => expect.unreachable(String(error)),
  );
  const build: BuildContext = await context({
    entryPoints: ['main.ts'],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    external: ['@angular/core'],
    plugins: [plugin],
    logLevel: 'silent',
  });
  onTestFinished(async () => {
    await build.dispose();
    rmSync(root, { recursive: true, force: true });
  });
  return { write, manifest, parse, news: () => news, rebuild: () => build.rebuild() };
}

function card(name: string, selector: string): string {
  const decorator = `@Component({ selector: '${selector}', templateUrl: './${selector}.html' })`;
  return `import { Component } from '@angular/core';\n${decorator}\nexport class ${name} {}\n`;
}

it('lists the components of the program and no others', async () => {
  const { manifest, rebuild } = await bundle({
    'main.ts': "import './a'; import './b';",
    'a.ts': card('Card', 'app-card'),
    'b.ts': card('Card', 'app-other-card'),
    'unused.ts': card('Unused', 'app-unused'),
  });
  await rebuild();
  await expect.poll(manifest).toEqual({
    Card: { component: 'a.ts', template: 'app-card.html', selector: 'app-card' },
    'Card#app-other-card': { component: 'b.ts', template: 'app-other-card.html', selector: 'app-other-card' },
  });
});

it('updates components that are edited, added and removed, and parses only their files again', async () => {
  const { write, manifest, parse, news, rebuild } = await bundle({
    'main.ts': "import './a'; import './b';",
    'a.ts': card('A', 'app-a'),
    'b.ts': card('B', 'app-b'),
  });
  await rebuild();
  await expect.poll(() => Object.keys(manifest())).toEqual(['A', 'B']);
  await expect.poll(news).toBe(1);
  parse.mockClear();

  write('a.ts', card('Renamed', 'app-a'));
  await rebuild();
  await expect.poll(() => Object.keys(manifest())).toEqual(['Renamed', 'B']);
  expect(parse).toHaveBeenCalledTimes(1);
  await expect.poll(news).toBe(2);

  write('main.ts', "import './b';");
  await rebuild();
  await expect.poll(() => Object.keys(manifest())).toEqual(['B']);
  await expect.poll(news).toBe(3);

  parse.mockClear();
  write('b.ts', `${card('B', 'app-b')}// a comment\n`);
  await rebuild();
  // The files are read after the build: the next edit must not happen before that.
  await expect.poll(() => parse.mock.calls.length).toBe(1);
  write('b.ts', card('Last', 'app-b'));
  await rebuild();
  await expect.poll(() => Object.keys(manifest())).toEqual(['Last']);
  await expect.poll(news).toBe(4);
});

it('keeps its components while the program cannot be built', async () => {
  const { write, manifest, rebuild } = await bundle({
    'main.ts': "import './a';",
    'a.ts': card('A', 'app-a'),
  });
  await rebuild();
  await expect.poll(() => Object.keys(manifest())).toEqual(['A']);
  write('a.ts', 'export class {');
  await expect(rebuild()).rejects.toThrow();
  expect(Object.keys(manifest())).toEqual(['A']);
});

it('tells where templates put HTML into the page, as they are now', async () => {
  const { write, manifest, rebuild } = await bundle({
    'main.ts': "import './a'; import './b';",
    'a.ts': card('A', 'app-a'),
    'app-a.html': '<h1>a</h1>\n<p\n  title="[innerHTML]=" [innerHTML]="html"></p>',
    'b.ts': `import { Component } from '@angular/core';
@Component({ template: \`<b innerHTML="{{ b }}"></b>\` }) export class B {}`,
  });
  await rebuild();
  await expect.poll(() => manifest()['app-a.html']?.html).toEqual({ '2:1': '3:24' });
  expect(manifest()['b.ts']).toEqual({ component: 'b.ts', html: { '2:25': '2:28' } });
  write('app-a.html', '<p><i [title]="a > b" bind-innerHTML="c"></i></p>');
  await rebuild();
  await expect.poll(() => manifest()['app-a.html']?.html).toEqual({ '1:4': '1:23' });
  write('main.ts', "import './b';");
  await rebuild();
  await expect.poll(() => Object.keys(manifest())).toEqual(['B', 'b.ts']);
});
