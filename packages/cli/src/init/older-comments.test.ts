/** What init does with the comments that older tools left in a project. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';

import { describe, expect, it, onTestFinished } from 'vitest';

import { inlineReviewText, ngAnnotateText } from '../import/testing/older-files.ts';
import { createTerminal } from '../terminal.ts';
import { setUpCli, temporary, type TestProject } from '../testing/test-project.ts';

import { askForImports } from './init.ts';
import { findOlderComments } from './older-comments.ts';
import { findProject } from './project.ts';

const { createProject } = setUpCli();

const init = async (here: TestProject, ...args: string[]) =>
  here.run(['init', '--yes', '--no-install', '--agents', 'cursor', ...args]);

describe('init beside comments of an older tool', () => {
  it('imports them once, leaves their file, and says how agents get to see them', async () => {
    const here = createProject();
    here.write('inline-review.json', inlineReviewText);
    const { code, stdout } = await init(here);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'import  4 comments of review-loop from inline-review.json, which stays as it is\n',
    );
    expect(stdout).toContain('npx annotate-mcp trust --only all');
    expect(here.read('inline-review.json')).toBe(inlineReviewText);
    expect(await (await here.open()).count()).toBe(4);
    expect((await init(here)).stdout).toContain('Nothing to change.');
    expect(await (await here.open()).count()).toBe(4);
    await here.run(['trust', '--only', 'all', '--yes']);
    const { annotations } = await (await here.open()).list();
    expect(annotations.filter(({ origin }) => origin === 'repository')).toEqual([]);
  });

  it('finds those of ng-annotate at the root for the only app below it', { tags: ['full'] }, async () => {
    const here = createProject();
    here.write('.ng-annotate/store.json', ngAnnotateText);
    here.write('web/package.json', JSON.stringify({ dependencies: { '@angular/core': '22.2.5' } }));
    const { stdout } = await init(here, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      imports: [{ file: join(here.project, '.ng-annotate/store.json'), tool: 'ng-annotate', added: 2 }],
    });
    const { annotations } = await (await here.open()).list();
    expect(annotations).toMatchObject([
      { appId: 'web', componentFilePath: 'web/src/app/card/card.ts' },
      { appId: 'web' },
    ]);
  });

  it.each([{ args: ['--dry-run'] }, { args: ['--no-import'] }])(
    'imports nothing with $args',
    { tags: ['full'] },
    async ({ args }) => {
      const here = createProject();
      here.write('inline-review.json', inlineReviewText);
      const { stdout } = await init(here, ...args);
      expect(stdout.includes('import  4 comments')).toBe(args.includes('--dry-run'));
      expect(Object.keys(here.files()).filter((file) => file.startsWith('.annotate'))).toEqual([]);
    },
  );

  it.each([
    {
      name: 'is broken',
      text: '{ "version": 1,',
      says: /note {4}Not imported: .*inline-review\.json is not valid JSON/,
    },
    {
      name: 'has a wrong comment',
      text: inlineReviewText.replace('"addressed"', '"done"'),
      says: /note {4}Not imported: inline-review\.json is not valid \(annotations\[0\] .*status is "done".*--skip-invalid/,
    },
  ])('says so when a file $name, and does the rest', { tags: ['full'] }, async ({ text, says }) => {
    const here = createProject();
    here.write('inline-review.json', text);
    const { code, stdout } = await init(here);
    expect(code).toBe(0);
    expect(stdout).toMatch(says);
    expect(here.read('.cursor/mcp.json')).toContain('annotate-mcp');
    expect(here.read('inline-review.json')).toBe(text);
  });

  it('does not take a store of ours for one, nor the older file for a store of ours', async () => {
    const here = createProject();
    here.write('inline-review.json', inlineReviewText);
    const refused = await init(here, '--store', 'json:inline-review.json');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/cannot {2}.*inline-review\.json was written by review-loop/);
    rmSync(join(here.project, 'inline-review.json'));
    await here.fill([], 'json:inline-review.json');
    expect((await init(here)).stdout).not.toMatch(/import {2}|Not imported/);
  });

  it('names the packages to remove', { tags: ['full'] }, async () => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ devDependencies: { 'review-loop': '0.9.0' } }));
    expect((await init(here)).stdout).toContain('then run: npm uninstall review-loop');
  });

  it('is undone without the comments, and says so', async () => {
    const here = createProject();
    here.write('inline-review.json', inlineReviewText);
    await init(here);
    const { stdout } = await here.run(['init', '--undo', '--yes']);
    expect(stdout).toContain(
      `Your annotations, and what was imported from inline-review.json, stay in ${join(here.project, '.annotate')}`,
    );
    expect(await (await here.open()).count()).toBe(4);
  });
});

/** A terminal on which a person presses this key when the question has appeared. */
function terminalWith(key: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const write: Writable['_write'] = (chunk, _encoding, done) => {
    // clack listens for the key after it has drawn the question.
    if (String(chunk).includes('Import 4 comments')) setImmediate(() => stdin.write(key));
    done();
  };
  const output = () => Object.assign(new Writable({ write }), { isTTY: true, columns: 80 });
  return createTerminal({ stdin, stdout: output(), stderr: output(), env: {} });
}

describe('the question of init', () => {
  it.each([
    { name: 'Enter', key: '\r', wanted: 1 },
    { name: 'n', key: 'n', wanted: 0 },
    { name: 'Ctrl+C', key: '\x03', wanted: null },
  ])('answered with $name gives $wanted', async ({ key, wanted }) => {
    const root = temporary('annotate older ');
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    mkdirSync(join(root, '.git'));
    const project = await findProject(root, root);
    writeFileSync(join(root, 'inline-review.json'), inlineReviewText);
    const { imports } = await findOlderComments(project);
    const answer = await askForImports(imports, project, terminalWith(key).dialog);
    expect(answer?.length ?? null).toBe(wanted);
  });
});
