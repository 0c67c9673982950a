import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createTestBed } from './contract/test-bed.ts';
import { findProjectRoot, locateProjectRoot, openStore, storeFile } from './index.ts';
import { hasLinks } from './testing/machine.ts';

const testBed = createTestBed({ module: new URL('index.ts', import.meta.url).href, url: () => 'sqlite:' });
const env = {};
const agent = { agentId: 'a', agentName: 'x', waiting: false, since: '2026-11-15T09:30:00.000Z' };

describe('the project root', () => {
  it.each(['folder', 'file'])('is where .git is, a %s, however deep one starts', (kind) => {
    const root = testBed.folder();
    const deep = join(root, 'apps', 'shop', 'src');
    mkdirSync(deep, { recursive: true });
    if (kind === 'folder') mkdirSync(join(root, '.git'));
    else writeFileSync(join(root, '.git'), 'gitdir: elsewhere');
    expect(findProjectRoot({ cwd: deep, env })).toBe(root);
  });

  it('is the folder itself when there is no git', () => {
    const root = testBed.folder();
    expect(findProjectRoot({ cwd: root, env })).toBe(root);
  });

  it.each([
    { name: 'package.json lists workspaces', files: { 'package.json': '{ "workspaces": ["apps/*"] }' } },
    { name: 'pnpm-workspace.yaml is', files: { 'pnpm-workspace.yaml': '' } },
    { name: 'the lockfile is', files: { 'package.json': '{}', 'yarn.lock': '' } },
    { name: 'the package is', files: { 'package.json': '{' } },
  ])('is where $name, without git, for the agent as for the app', ({ files }) => {
    const root = testBed.folder();
    const app = join(root, 'apps', 'shop');
    mkdirSync(app, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
    // An app of a workspace may have been installed by itself once.
    if ('package.json' in files && files['package.json'].includes('workspaces')) {
      for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(app, file), '{}');
    }
    for (const cwd of [app, root]) expect(findProjectRoot({ cwd, env })).toBe(root);
  });

  it('is never a folder that many projects share, whatever lies there', () => {
    const home = testBed.folder();
    for (const file of ['package.json', 'package-lock.json', 'turbo.json'])
      writeFileSync(join(home, file), '{}');
    const cwd = join(home, 'shop');
    mkdirSync(cwd);
    expect(findProjectRoot({ cwd, env: { HOME: home } })).toBe(cwd);
  });

  it('is where .annotate-root is, before git', () => {
    const repository = testBed.folder();
    const root = join(repository, 'part');
    mkdirSync(join(root, 'app', '.git'), { recursive: true });
    mkdirSync(join(repository, '.git'));
    writeFileSync(join(root, '.annotate-root'), '');
    expect(locateProjectRoot({ cwd: join(root, 'app'), env })).toEqual({ path: root, by: 'marker' });
  });

  it('says where a root was named that is gone', () => {
    const cwd = testBed.folder();
    const gone = join(cwd, 'gone');
    expect(() => findProjectRoot({ cwd, env: { ANNOTATE_PROJECT_ROOT: gone } })).toThrow(
      expect.objectContaining({
        message: `ANNOTATE_PROJECT_ROOT is ${gone}, which is not a folder.`,
        hint: expect.stringContaining('npx annotate-mcp init') as unknown,
      }),
    );
  });

  it('is what --root says, before ANNOTATE_PROJECT_ROOT, before git', () => {
    const [asked, fromEnv, cwd] = [testBed.folder(), testBed.folder(), testBed.folder()];
    mkdirSync(join(cwd, '.git'));
    const both = { ANNOTATE_PROJECT_ROOT: fromEnv };
    expect(findProjectRoot({ root: asked, cwd, env: both })).toBe(asked);
    expect(findProjectRoot({ cwd, env: both })).toBe(fromEnv);
    expect(findProjectRoot({ cwd, env: { ANNOTATE_PROJECT_ROOT: '' } })).toBe(cwd);
  });

  it.skipIf(!hasLinks)('has its links resolved', () => {
    const root = testBed.folder();
    const link = join(testBed.folder(), 'link');
    symlinkSync(root, link);
    expect(findProjectRoot({ root: link, env })).toBe(root);
  });

  it('is asked for when there is none to be found', () => {
    expect(() => findProjectRoot({ cwd: '/', env })).toThrow(/no project/);
    expect(() => findProjectRoot({ root: 'missing', cwd: testBed.folder(), env })).toThrow(/is not a folder/);
  });
});

describe('openStore', () => {
  it('makes .annotate/ at the git root, ignored by git and by tools that search', async () => {
    const root = testBed.folder();
    const app = join(root, 'apps', 'shop');
    mkdirSync(app, { recursive: true });
    mkdirSync(join(root, '.git'));
    const store = await openStore(undefined, { cwd: app, env });
    testBed.onEnd(() => store.close());
    expect(store.url).toBe(`sqlite:${join(root, '.annotate', 'store.db')}`);
    for (const name of ['.gitignore', '.ignore'])
      expect(readFileSync(join(root, '.annotate', name), 'utf8')).toBe('*\n');
    expect(existsSync(join(app, '.annotate'))).toBe(false);
  });

  it.each([
    ['sqlite:data/my store.db', 'sqlite:', 'data/my store.db'],
    ['json:docs/review.json', 'json:', 'docs/review.json'],
  ])('counts %s from the root and keeps the rest in .annotate/', async (url, scheme, path) => {
    const root = testBed.folder();
    const store = await openStore(url, { root });
    testBed.onEnd(() => store.close());
    expect(store.url).toBe(`${scheme}${join(root, path)}`);
    await store.agents.announce(agent);
    expect(existsSync(join(root, '.annotate', 'live-1.db'))).toBe(true);
    expect(readdirSync(join(root, dirname(path)))).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/annotate|wake|live|lock/)]),
    );
  });

  it('finds the same .annotate/ for one file, whatever root it is opened with', async () => {
    const project = testBed.folder();
    const file = join(project, 'docs', 'review.json');
    const [first, second] = [
      await openStore(`json:${file}`, { root: project }),
      await openStore(`json:${file}`, { root: testBed.folder() }),
    ];
    for (const store of [first, second]) testBed.onEnd(() => store.close());
    await first.agents.announce(agent);
    expect(await second.agents.list()).toEqual([agent]);
    expect(existsSync(join(project, 'docs', '.annotate'))).toBe(false);
  });

  it('takes an absolute path, with or without the slashes of a URL', async () => {
    const root = testBed.folder();
    const file = join(testBed.folder(), 'x.db');
    for (const url of [`sqlite:${file}`, `sqlite://${file}`]) {
      const store = await openStore(url, { root });
      testBed.onEnd(() => store.close());
      expect(store.url).toBe(`sqlite:${file}`);
    }
  });

  it('takes a Windows path, with or without the slashes of a URL', async () => {
    const opened: string[] = [];
    const spy = {
      scheme: 'spy',
      open: async (location: string) => (
        opened.push(location),
        openStore('memory:', { root: testBed.folder() })
      ),
    };
    for (const url of ['spy:C:\\x\\y.db', 'spy:///C:/x/y.db', 'spy://x.db']) {
      await openStore(url, { root: testBed.folder(), drivers: [spy] });
    }
    expect(opened).toEqual(['C:\\x\\y.db', 'C:/x/y.db', 'x.db']);
  });

  it('says which file a store is, as it opens it', async () => {
    const root = testBed.folder();
    for (const url of ['sqlite:', 'sqlite:x.db', 'json:review.json', `json://${join(root, 'a b.json')}`]) {
      const store = await openStore(url, { root });
      testBed.onEnd(() => store.close());
      const file = storeFile(url, root);
      expect(store.url).toBe(`${file?.scheme}:${file?.path}`);
      expect(storeFile(store.url)).toEqual(file);
    }
    const others = ['memory:', 'json:', 'postgres://user:x@host/db?project=json:x', 'JSON:x', 'x.json', ''];
    for (const url of others) expect(storeFile(url, root)).toBeNull();
  });

  it.each(['mysql:x', 'store.db', '', 'C:\\store.db'])('refuses %j and lists what there is', async (url) => {
    await expect(openStore(url, { root: testBed.folder() })).rejects.toMatchObject({
      code: 'store/unknown-driver',
      hint: expect.stringContaining('sqlite:, json:, memory:') as unknown,
    });
  });

  it('refuses json: without a path', async () => {
    await expect(openStore('json:', { root: testBed.folder() })).rejects.toThrow(/has no file name/);
  });

  it('never shows the password of a URL', async () => {
    await expect(openStore('pg://me:secret@db/x', { root: testBed.folder() })).rejects.toThrow(
      /^"pg:\/\/\*\*\*@db\/x"/,
    );
  });

  it('opens drivers of others', async () => {
    const memory = await openStore('memory:', { root: testBed.folder() });
    const echo = { scheme: 'echo', open: async () => memory };
    expect(await openStore('echo:', { root: testBed.folder(), drivers: [echo] })).toBe(memory);
  });
});
