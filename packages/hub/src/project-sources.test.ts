import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { PagePayload } from '@annotate-mcp/core';
import { sampleContent, uuidOf } from '@annotate-mcp/core/testing';

import { projectPathOf } from './project-sources.ts';
import { startHub, temporaryFolder } from './testing/hub-server.ts';

function projectWithLinks(): { root: string; outside: string } {
  const [root, outside] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(root, 'src', 'real'), { recursive: true });
  for (const file of [
    join(root, 'src', 'app.ts'),
    join(root, 'src', 'real', 'card.ts'),
    join(outside, 'secret.ts'),
  ])
    writeFileSync(file, '');
  symlinkSync(outside, join(root, 'src', 'out'));
  symlinkSync(join(root, 'src', 'real'), join(root, 'src', 'alias'));
  symlinkSync(join(outside, 'secret.ts'), join(root, 'src', 'secret.ts'));
  return { root, outside };
}

describe('the path of a source file', () => {
  it.each([
    { file: 'src/app.ts', path: 'src/app.ts' },
    { file: './src/../src/app.ts', path: 'src/app.ts' },
    { file: 'src\\app.ts', path: 'src/app.ts' },
    { file: 'src/alias/card.ts', path: 'src/alias/card.ts' },
    { file: 'src/Card.vue?vue&type=style&index=0', path: 'src/Card.vue?vue&type=style&index=0' },
    { file: 'not/there/yet.ts', path: 'not/there/yet.ts' },
    { file: '..app/main.ts', path: '..app/main.ts' },
    { file: '', path: null },
    { file: '.', path: null },
    { file: '..', path: null },
    { file: '../other/app.ts', path: null },
    { file: 'src/../../other/app.ts', path: null },
    { file: '..\\..\\Users\\ada\\.ssh\\id', path: null },
    { file: '/etc/passwd', path: null },
    { file: 'C:\\Windows\\system.ini', path: null },
    { file: 'C:/Windows/system.ini', path: null },
    { file: 'c:secret.ts', path: null },
    { file: '\\\\server\\share\\x.ts', path: null },
    { file: '//server/share/x.ts', path: null },
    { file: 'file:///etc/passwd', path: null },
    { file: 'https://evil.example/x.ts', path: null },
    { file: 'src/app.ts\0.png', path: null },
    { file: 'src/out/secret.ts', path: null },
    { file: 'src/out/not-there.ts', path: null },
    { file: 'src/secret.ts', path: null },
  ])('of $file is $path', ({ file, path }) => {
    expect(projectPathOf(projectWithLinks().root, file)).toBe(path);
  });

  it('is relative also for an absolute name, if links lead back into the project', () => {
    const { root, outside } = projectWithLinks();
    const link = join(outside, 'link');
    symlinkSync(root, link);
    expect(projectPathOf(root, join(root, 'src', 'app.ts'))).toBe('src/app.ts');
    expect(projectPathOf(root, join(link, 'src', 'app.ts'))).toBe('src/app.ts');
    expect(projectPathOf(link, join(root, 'src', 'app.ts'))).toBe('src/app.ts');
    expect(projectPathOf(root, join(outside, 'secret.ts'))).toBeNull();
    expect(projectPathOf(root, join(root, 'src', 'out', 'secret.ts'))).toBeNull();
  });
});

describe('a page that names files outside of the project', () => {
  const foreign = '../../.ssh/config';
  const sourceLocation = { file: '/etc/passwd', line: 1, column: 1 };
  const payload = {
    ...(sampleContent('component', { id: uuidOf(5) }) as PagePayload & { kind: 'component' }),
    componentFilePath: foreign,
    templateFilePath: 'C:\\x.html',
    sourceLocation,
    componentLocation: { ...sourceLocation, file: '/etc/shadow' },
  };
  const kept = {
    annotationText: payload.annotationText,
    componentFilePath: '(unresolved: PriceTagComponent)',
  };

  it('gets its comment stored without them over the socket, and the terminal a note', async () => {
    const { connect, store, errors } = await startHub();
    const tab = await connect();
    await tab.resume();
    const target = { ...payload, sourceLocation, componentFilePath: 'src/app.ts' };
    const both = { ...payload, targets: [target] };
    expect(await tab.request({ type: 'annotation:create', payload: both })).toMatchObject({
      type: 'message:done',
    });
    const stored = await store.get(uuidOf(5));
    expect(stored).toMatchObject({ ...kept, targets: [{ componentFilePath: 'src/app.ts' }] });
    expect(JSON.stringify(stored)).not.toMatch(/passwd|shadow|\.ssh|x\.html/);
    expect(errors.map(String).sort()).toEqual([
      expect.stringContaining(
        '"../../.ssh/config", which is not in the project. The comment was kept without it.',
      ),
      expect.stringContaining('"/etc/passwd"'),
      expect.stringContaining('"/etc/shadow"'),
      expect.stringContaining('x.html'),
    ]);
  });

  it('gets its comment re-linked without them', async () => {
    const { connect, store } = await startHub();
    const tab = await connect();
    await tab.resume();
    const note = {
      kind: 'page',
      pageUrl: '/',
      pageTitle: '',
      annotationText: 'Bold',
      id: uuidOf(5),
    } as const;
    await tab.request({ type: 'annotation:create', payload: note });
    const place = {
      kind: 'element',
      pageUrl: '/',
      pageTitle: '',
      selector: 'p',
      description: 'A paragraph',
      sourceLocation,
    } as const;
    await tab.request({ type: 'annotation:relink', id: uuidOf(5), place });
    const stored = await store.get(uuidOf(5));
    expect(stored).toMatchObject({ kind: 'element' });
    expect(stored).not.toHaveProperty('sourceLocation');
  });

  it('gets its comment stored without them over HTTP', async () => {
    const { url } = await startHub();
    const response = await fetch(`${url}/__annotate/api/annotations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });
    expect(response.status).toBe(201);
    const stored: unknown = await response.json();
    expect(stored).toMatchObject(kept);
    expect(stored).not.toHaveProperty('sourceLocation');
    expect(stored).not.toHaveProperty('templateFilePath');
  });
});
