import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { viewResources } from '@annotate-mcp/markdown';
import { viewTools } from '@annotate-mcp/markdown/view-tools';

import { html, createMarkdownFixture, enterTab, temporaryProject } from '../../testing/review-clients.ts';

import { tools } from './index.ts';

const text = '# Plan\n\nWe want to ship in May.\n';
const viewToolNames = viewTools.map(({ name }) => name);

describe('open_markdown in a client that shows views', () => {
  it('returns the file to the client, and the token to the view alone', async () => {
    const fixture = await createMarkdownFixture();
    fixture.write('docs/plan.md', text);
    const { client } = await fixture.connect();
    const result = await client.callTool({ name: 'open_markdown', arguments: { path: 'docs/plan.md' } });
    expect(result.structuredContent).toMatchObject({
      fileMeta: { path: 'docs/plan.md', name: 'plan.md', lines: 3, writable: true },
      mode: 'edit',
      importedComments: 0,
    });
    const token = Object.values(result._meta ?? {}).find((value) => typeof value === 'string');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify([result.content, result.structuredContent])).not.toContain(token);
    expect(fixture.shown).toEqual([]);
  });

  it('names the view as a resource, which can be read with its code', async () => {
    const { connect } = await createMarkdownFixture();
    const { client } = await connect();
    const { tools: listed } = await client.listTools();
    const open = listed.find(({ name }) => name === 'open_markdown');
    expect(open?._meta).toMatchObject({ ui: { resourceUri: viewResources.view } });
    const { contents } = await client.readResource({ uri: viewResources.view });
    const nothing: string[] = [];
    const ui = {
      csp: {
        connectDomains: nothing,
        resourceDomains: nothing,
        frameDomains: nothing,
        baseUriDomains: nothing,
      },
      permissions: { clipboardWrite: {} },
    };
    expect(contents).toEqual([
      { uri: viewResources.view, mimeType: 'text/html;profile=mcp-app', text: html, _meta: { ui } },
    ]);
    const { resources } = await client.listResources();
    expect(resources.find(({ uri }) => uri === viewResources.view)?._meta).toEqual({ ui });
    expect(resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(Object.values(viewResources)));
    await expect(client.readResource({ uri: 'ui://annotate-mcp/..%2Fsecret' })).rejects.toThrow(
      'no resource',
    );
  });

  it('lists the view tools, each marked as app-only', async () => {
    const { connect } = await createMarkdownFixture();
    const { client } = await connect();
    const { tools: listed } = await client.listTools();
    const marked = listed.filter(({ _meta }) => JSON.stringify(_meta ?? {}).includes('"visibility":["app"]'));
    expect(marked.map(({ name }) => name).sort()).toEqual([...viewToolNames].sort());
  });

  it('sets the mode for all views of the file', async () => {
    const fixture = await createMarkdownFixture();
    fixture.write('a.md', text);
    const agent = await fixture.connect();
    const first = await agent.open('a.md');
    const { seq } = await first.call('poll_md_commands', { instance: 'a', after: null });
    const second = await agent.open(join(fixture.root, 'a.md'), 'review');
    expect(second).toMatchObject({ mode: 'review' });
    const { commands } = await first.call('poll_md_commands', { instance: 'a', after: seq });
    expect(commands).toMatchObject([{ command: { type: 'mode', mode: 'review' } }]);
  });
});

describe('open_markdown in a client that shows no views', () => {
  it('opens a tab in the browser and lists the blocks by id', async () => {
    const fixture = await createMarkdownFixture();
    fixture.write('a.md', text);
    const { call } = await fixture.connect({ showsViews: false });
    const opened = await call('open_markdown', { path: 'a.md' });
    expect(opened.blocks).toEqual([
      'h1-plan-1 (line 1): # Plan',
      'p-plan-1 (line 3): We want to ship in May.',
    ]);
    expect(fixture.shown).toEqual([opened.url]);
    expect(opened.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/review\/[\w-]+\/#[\w-]{32}$/);
  });

  it('does not list the view tools', async () => {
    const { connect } = await createMarkdownFixture();
    const { client } = await connect({ showsViews: false });
    const { tools: listed } = await client.listTools();
    expect(
      listed.map(({ name }) => name).filter((name) => viewToolNames.some((each) => each === name)),
    ).toEqual([]);
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith('ui:'))).toEqual([]);
  });

  it('gives the address to pass on when there is no browser', async () => {
    const fixture = await createMarkdownFixture({
      openUrl: () => {
        throw new Error('no display');
      },
    });
    fixture.write('a.md', text);
    const { call } = await fixture.connect({ showsViews: false });
    expect(await call('open_markdown', { path: 'a.md' })).toMatchObject({
      hint: expect.stringContaining('Give the person the url') as string,
    });
  });

  it('still lists the blocks where the view cannot be served', async () => {
    const fixture = await createMarkdownFixture();
    fixture.write('a.md', text);
    await fixture.markdown.display?.server.close();
    const { call } = await fixture.connect({ showsViews: false });
    const opened = await call('open_markdown', { path: 'a.md' });
    expect(opened).toMatchObject({ blocks: [expect.any(String), expect.any(String)] });
    expect(opened.hint).toContain('Discuss the blocks by id');
    expect(opened).not.toHaveProperty('url');
  });

  it('opens a second tab only when no tab shows the file any more', async () => {
    const fixture = await createMarkdownFixture();
    fixture.write('a.md', text);
    const { call } = await fixture.connect({ showsViews: false });
    const { viewUUID } = await call('open_markdown', { path: 'a.md' });
    const { view } = fixture.markdown.views.get(String(viewUUID));
    const tab = new AbortController();
    const polling = view.poll({ instance: 'tab', after: 0 }, tab.signal);
    expect(await call('open_markdown', { path: 'a.md' })).toMatchObject({ viewUUID });
    expect(fixture.shown).toHaveLength(1);
    tab.abort();
    await polling;
    await call('open_markdown', { path: 'a.md' });
    expect(fixture.shown).toHaveLength(2);
  });

  it('cuts the list of blocks of a long file and says so', async () => {
    const fixture = await createMarkdownFixture();
    fixture.write('long.md', Array.from({ length: 5_000 }, (_, index) => `Paragraph ${index}`).join('\n\n'));
    const { call } = await fixture.connect({ showsViews: false });
    const opened = await call('open_markdown', { path: 'long.md' });
    expect(opened.moreBlocks).toBe(4_800);
    expect(JSON.stringify(opened).length).toBeLessThan(50_000);
  });
});

it('discusses files as text where there is no view at all', async () => {
  const fixture = await createMarkdownFixture({ viewFolder: undefined });
  fixture.write('a.md', text);
  const agent = await fixture.connect();
  const opened = await agent.open('a.md');
  expect(opened).toMatchObject({ token: null, blocks: [expect.any(String), expect.any(String)] });
  const { tools: listed } = await agent.client.listTools();
  expect(listed.map(({ name }) => name)).not.toContain('poll_md_commands');
});

it('refuses view tools to a model that has exchanged the code of the address', async () => {
  const fixture = await createMarkdownFixture();
  fixture.write('a.md', text);
  const { call } = await fixture.connect({ showsViews: false });
  const { viewUUID, url } = await call('open_markdown', { path: 'a.md' });
  const token = await enterTab(String(url));
  for (const tool of viewToolNames) {
    await expect(call(tool, { viewUUID, token })).rejects.toThrow(/markdown\/not-the-view/);
  }
});

describe('a file is refused', () => {
  it.each([
    { what: 'outside of the project', path: '/etc/passwd', says: /markdown\/outside-roots/ },
    { what: 'that is not there', path: 'none.md', says: /markdown\/not-found/ },
    { what: 'that is a folder', path: '.git', says: /markdown\/not-a-file/ },
    { what: 'that is the project itself', path: '.', says: /markdown\/not-a-file/ },
  ])('one $what', async ({ path, says }) => {
    const { connect } = await createMarkdownFixture();
    const agent = await connect();
    await expect(agent.open(path)).rejects.toThrow(says);
  });

  it('one that is a link out of the project', async () => {
    const fixture = await createMarkdownFixture();
    const elsewhere = temporaryProject();
    writeFileSync(join(elsewhere, 'secret.md'), text);
    symlinkSync(join(elsewhere, 'secret.md'), join(fixture.root, 'link.md'));
    const agent = await fixture.connect();
    await expect(agent.open('link.md')).rejects.toThrow(/markdown\/outside-roots/);
  });
});

describe('the folders that a client reports as open', () => {
  it('are asked for, and their files open', async () => {
    const fixture = await createMarkdownFixture();
    const elsewhere = temporaryProject();
    writeFileSync(join(elsewhere, 'notes.md'), text);
    const agent = await fixture.connect({ roots: [elsewhere] });
    expect(await agent.open('notes.md')).toMatchObject({ fileMeta: { path: 'notes.md' } });
  });

  it('are not open to another client at the same time', async () => {
    const fixture = await createMarkdownFixture();
    const elsewhere = temporaryProject();
    for (const name of ['notes.md', 'secret.md']) writeFileSync(join(elsewhere, name), text);
    const [theirs, ours] = [
      await fixture.connect({ roots: [elsewhere] }),
      await fixture.connect({ roots: [fixture.root] }),
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

  it('are not open to another client', async () => {
    const fixture = await createMarkdownFixture();
    const elsewhere = temporaryProject();
    writeFileSync(join(elsewhere, 'notes.md'), text);
    const agent = await fixture.connect({ roots: [] });
    await expect(agent.open(join(elsewhere, 'notes.md'))).rejects.toThrow(/markdown\/outside-roots/);
  });
});

it('costs a model less than 900 tokens', async () => {
  const { connect } = await createMarkdownFixture();
  const { client } = await connect({ showsViews: false });
  const { tools: listed } = await client.listTools();
  const ours = listed.filter(({ name }) => tools.some((tool) => tool.name === name));
  expect(ours).toHaveLength(2);
  expect(JSON.stringify(ours).length / 4).toBeLessThan(900);
});
