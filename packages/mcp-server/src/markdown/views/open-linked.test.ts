import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createMarkdownFixture, temporaryProject } from '../../testing/review-clients.ts';

async function opened() {
  const fixture = await createMarkdownFixture();
  fixture.write('docs/plan.md', '# Plan\n\n[other](other.md#part)\n');
  fixture.write('docs/other.md', '# Other\n');
  fixture.write('README.md', '# Readme\n');
  const agent = await fixture.connect();
  return { fixture, agent, view: await agent.open('docs/plan.md', 'review') };
}

it('a link opens the other document as a view of its own, in the same mode', async () => {
  const { agent, view } = await opened();
  const followed = (await view.call('follow_link', { address: 'other.md#part%201' })) as {
    opened: { viewUUID: string };
    token: string;
  };
  expect(followed).toMatchObject({
    opened: { fileMeta: { path: 'docs/other.md' }, mode: 'review' },
    fragment: 'part%201',
  });
  const { viewUUID } = followed.opened;
  expect(viewUUID).not.toBe(view.viewUUID);
  const { bytes } = await agent.call('read_md_bytes', { viewUUID, token: followed.token });
  expect(Buffer.from(String(bytes), 'base64').toString()).toBe('# Other\n');
});

it('a link counts from its document, or from the root of the project', async () => {
  const { view } = await opened();
  for (const address of ['../README.md', '/README.md'])
    expect(await view.call('follow_link', { address })).toMatchObject({
      opened: { fileMeta: { path: 'README.md' } },
    });
});

it('a link out of the allowed folders, to nothing, or to another kind of file is refused', async () => {
  const { fixture, view } = await opened();
  const elsewhere = temporaryProject();
  symlinkSync(elsewhere, join(fixture.root, 'docs', 'out'));
  fixture.write('docs/notes.pdf', 'x');
  const refused = (address: string) => expect(view.call('follow_link', { address })).rejects;
  await refused('out/none.md').toThrow('markdown/not-found');
  await refused(`${'../'.repeat(20)}etc/x.md`).toThrow(/markdown\/(?:not-found|outside-roots)/);
  await refused('none.md').toThrow('markdown/not-found');
  await refused('notes.pdf').toThrow('markdown/not-markdown');
  await refused('file:///etc/x.md').toThrow('markdown/outside-roots');
});

it('a model cannot read pictures or follow links as the view', async () => {
  const { fixture, view } = await opened();
  const agent = await fixture.connect({ showsViews: false });
  const { viewUUID, token } = view;
  for (const [tool, input] of [
    ['follow_link', { address: 'other.md' }],
    ['read_md_picture', { address: 'a.png', range: { start: 0, end: 1 } }],
  ] as const) {
    await expect(agent.call(tool, { ...input, viewUUID, token })).rejects.toThrow('markdown/not-the-view');
    const guessed = (await fixture.connect()).call(tool, { ...input, viewUUID, token: 'guessed' });
    await expect(guessed).rejects.toThrow('markdown/not-the-view');
  }
});

it('a picture is read in parts', async () => {
  const { fixture, view } = await opened();
  fixture.write('docs/a.svg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  const read = (start: number, end: number) =>
    view.call('read_md_picture', { address: 'a.svg', range: { start, end } });
  expect(await read(0, 4)).toMatchObject({
    type: 'image/svg+xml',
    total: 46,
    bytes: Buffer.from('<svg').toString('base64'),
  });
  expect(await read(40, 100)).toMatchObject({ bytes: Buffer.from('</svg>').toString('base64') });
});
