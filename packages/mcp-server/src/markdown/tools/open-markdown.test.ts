import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { viewResources, viewTools } from '@annotate-mcp/markdown';

import { html, reviewHouse, temporaryProject } from '../../testing/review-clients.ts';

import { tools } from './index.ts';

const text = '# Plan\n\nWe want to ship in May.\n';
const ofViews = Object.values(viewTools);

describe('open_markdown in a client that shows views', () => {
  it('returns what the file is, and to the view alone what proves that it is the view', async () => {
    const house = await reviewHouse();
    house.write('docs/plan.md', text);
    const { client } = await house.connect();
    const result = await client.callTool({ name: 'open_markdown', arguments: { path: 'docs/plan.md' } });
    expect(result.structuredContent).toMatchObject({
      fileMeta: { path: 'docs/plan.md', name: 'plan.md', lines: 3, writable: true },
      mode: 'edit',
      importedComments: 0,
    });
    const token = Object.values(result._meta ?? {}).find((value) => typeof value === 'string');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify([result.content, result.structuredContent])).not.toContain(token);
    expect(house.shown).toEqual([]);
  });

  it('names the view, which can be read with all that belongs to it', async () => {
    const { connect } = await reviewHouse();
    const { client } = await connect();
    const { tools: listed } = await client.listTools();
    const open = listed.find(({ name }) => name === 'open_markdown');
    expect(open?._meta).toMatchObject({ ui: { resourceUri: viewResources.view } });
    const { contents } = await client.readResource({ uri: viewResources.view });
    expect(contents).toEqual([
      { uri: viewResources.view, mimeType: 'text/html;profile=mcp-app', text: html },
    ]);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(Object.values(viewResources)));
    await expect(client.readResource({ uri: 'ui://annotate-mcp/..%2Fsecret' })).rejects.toThrow(
      'no resource',
    );
  });

  it('lists the tools of the view, each marked as not for a model', async () => {
    const { connect } = await reviewHouse();
    const { client } = await connect();
    const { tools: listed } = await client.listTools();
    const marked = listed.filter(({ _meta }) => JSON.stringify(_meta ?? {}).includes('"visibility":["app"]'));
    expect(marked.map(({ name }) => name).sort()).toEqual([...ofViews].sort());
  });

  it('sets the mode for everybody who has the file open', async () => {
    const house = await reviewHouse();
    house.write('a.md', text);
    const agent = await house.connect();
    const first = await agent.open('a.md');
    const { seq } = await first.call('poll_md_commands', { instance: 'a', after: null });
    const second = await agent.open(join(house.root, 'a.md'), 'review');
    expect(second).toMatchObject({ mode: 'review' });
    const { commands } = await first.call('poll_md_commands', { instance: 'a', after: seq });
    expect(commands).toMatchObject([{ command: { type: 'mode', mode: 'review' } }]);
  });
});

describe('open_markdown in a client that shows no views', () => {
  it('opens a page in the browser and lists the blocks by id', async () => {
    const house = await reviewHouse();
    house.write('a.md', text);
    const { call } = await house.connect({ showsViews: false });
    const opened = await call('open_markdown', { path: 'a.md' });
    expect(opened.blocks).toEqual([
      'h1-plan-1 (line 1): # Plan',
      'p-plan-1 (line 3): We want to ship in May.',
    ]);
    expect(house.shown).toEqual([opened.url]);
    expect(opened.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/review\/[\w-]+\/#[\w-]{43}$/);
  });

  it('does not offer it what is for views', async () => {
    const { connect } = await reviewHouse();
    const { client } = await connect({ showsViews: false });
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name).filter((name) => ofViews.some((each) => each === name))).toEqual(
      [],
    );
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith('ui:'))).toEqual([]);
  });

  it('gives the address to pass on when there is no browser', async () => {
    const house = await reviewHouse({
      openUrl: () => {
        throw new Error('no display');
      },
    });
    house.write('a.md', text);
    const { call } = await house.connect({ showsViews: false });
    expect(await call('open_markdown', { path: 'a.md' })).toMatchObject({
      hint: expect.stringContaining('Give the person the url') as string,
    });
  });

  it('still lists the blocks where no page can be served', async () => {
    const house = await reviewHouse();
    house.write('a.md', text);
    await house.review.surface?.page.close();
    const { call } = await house.connect({ showsViews: false });
    const opened = await call('open_markdown', { path: 'a.md' });
    expect(opened).toMatchObject({ blocks: [expect.any(String), expect.any(String)] });
    expect(opened.hint).toContain('Discuss the blocks by id');
    expect(opened).not.toHaveProperty('url');
  });

  it('opens a second tab only when none shows the file any more', async () => {
    const house = await reviewHouse();
    house.write('a.md', text);
    const { call } = await house.connect({ showsViews: false });
    const { viewUUID } = await call('open_markdown', { path: 'a.md' });
    const { view } = house.review.seat(String(viewUUID));
    const tab = new AbortController();
    const polling = view.poll({ instance: 'tab', after: 0 }, tab.signal);
    expect(await call('open_markdown', { path: 'a.md' })).toMatchObject({ viewUUID });
    expect(house.shown).toHaveLength(1);
    tab.abort();
    await polling;
    await call('open_markdown', { path: 'a.md' });
    expect(house.shown).toHaveLength(2);
  });

  it('cuts the list of blocks of a long file and says so', async () => {
    const house = await reviewHouse();
    house.write('long.md', Array.from({ length: 5_000 }, (_, index) => `Paragraph ${index}`).join('\n\n'));
    const { call } = await house.connect({ showsViews: false });
    const opened = await call('open_markdown', { path: 'long.md' });
    expect(opened.moreBlocks).toBe(4_800);
    expect(JSON.stringify(opened).length).toBeLessThan(50_000);
  });
});

it('discusses files as text where there is no view at all', async () => {
  const house = await reviewHouse({ viewFolder: undefined });
  house.write('a.md', text);
  const agent = await house.connect();
  const opened = await agent.open('a.md');
  expect(opened).toMatchObject({ token: null, blocks: [expect.any(String), expect.any(String)] });
  const { tools: listed } = await agent.client.listTools();
  expect(listed.map(({ name }) => name)).not.toContain(viewTools.poll);
});

it('does not let a model use the address it passes on to act as the view', async () => {
  const house = await reviewHouse();
  house.write('a.md', text);
  const { call } = await house.connect({ showsViews: false });
  const { viewUUID, url } = await call('open_markdown', { path: 'a.md' });
  const token = new URL(String(url)).hash.slice(1);
  for (const tool of ofViews) {
    await expect(call(tool, { viewUUID, token })).rejects.toThrow(/markdown\/not-the-view/);
  }
});

describe('a file is refused in words', () => {
  it.each([
    { what: 'outside of the project', path: '/etc/passwd', says: /markdown\/outside-roots/ },
    { what: 'that is not there', path: 'none.md', says: /markdown\/not-found/ },
    { what: 'that is a folder', path: '.git', says: /markdown\/not-a-file/ },
    { what: 'that is the project itself', path: '.', says: /markdown\/not-a-file/ },
  ])('one $what', async ({ path, says }) => {
    const { connect } = await reviewHouse();
    const agent = await connect();
    await expect(agent.open(path)).rejects.toThrow(says);
  });

  it('one that only looks as if it were in the project', async () => {
    const house = await reviewHouse();
    const elsewhere = temporaryProject();
    writeFileSync(join(elsewhere, 'secret.md'), text);
    symlinkSync(join(elsewhere, 'secret.md'), join(house.root, 'link.md'));
    const agent = await house.connect();
    await expect(agent.open('link.md')).rejects.toThrow(/markdown\/outside-roots/);
  });
});

describe('the folders that a client has open', () => {
  it('are asked for, and their files open', async () => {
    const house = await reviewHouse();
    const elsewhere = temporaryProject();
    writeFileSync(join(elsewhere, 'notes.md'), text);
    const agent = await house.connect({ roots: [elsewhere] });
    expect(await agent.open('notes.md')).toMatchObject({ fileMeta: { path: 'notes.md' } });
  });

  it('are nobody else’s while that one opens a file from them', async () => {
    const house = await reviewHouse();
    const elsewhere = temporaryProject();
    for (const name of ['notes.md', 'secret.md']) writeFileSync(join(elsewhere, name), text);
    const [theirs, ours] = [
      await house.connect({ roots: [elsewhere] }),
      await house.connect({ roots: [house.root] }),
    ];
    const [opened, refused] = await Promise.allSettled([
      theirs.open('notes.md'),
      ours.open(join(elsewhere, 'secret.md')),
    ]);
    expect(opened).toMatchObject({ status: 'fulfilled' });
    expect(refused).toMatchObject({
      reason: { message: expect.stringContaining('markdown/outside-roots') as string },
    });
  });

  it('are nobody else’s', async () => {
    const house = await reviewHouse();
    const elsewhere = temporaryProject();
    writeFileSync(join(elsewhere, 'notes.md'), text);
    const agent = await house.connect({ roots: [] });
    await expect(agent.open(join(elsewhere, 'notes.md'))).rejects.toThrow(/markdown\/outside-roots/);
  });
});

it('costs a model less than 900 tokens', async () => {
  const { connect } = await reviewHouse();
  const { client } = await connect({ showsViews: false });
  const { tools: listed } = await client.listTools();
  const ours = listed.filter(({ name }) => tools.some((tool) => tool.name === name));
  expect(ours).toHaveLength(2);
  expect(JSON.stringify(ours).length / 4).toBeLessThan(900);
});
