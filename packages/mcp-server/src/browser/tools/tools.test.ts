import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { connectClient } from '../../testing/browser-client.ts';
import { startBrowserServer } from '../../testing/browser-server.ts';
import { fault, noOutcome, tab } from '../../testing/scripted-extension.ts';

import { browserTools } from './index.ts';
import { picture, snapshot, startTools } from './testing/start-tools.ts';

describe('the toolset browser', () => {
  it.each(browserTools.filter(({ input }) => 'promptText' in input().shape))(
    '$name writes what it answers a prompt with into no log',
    ({ unlogged }) => {
      expect(unlogged).toContain('promptText');
    },
  );

  it('has the tools of the contract and those beyond it, none of which a client is left to guess about', async () => {
    const { client } = await startTools();
    const { tools } = await client.listTools();
    const browserTools = tools.filter(({ name }) => name.startsWith('browser_'));
    expect(browserTools.map(({ name }) => name).sort()).toEqual(
      [
        ...['click', 'close_tab', 'create_tab', 'drag', 'emulate', 'execute_js', 'fill_form'],
        ...['get_accessibility_tree', 'get_console', 'get_cookies', 'get_network', 'get_performance'],
        ...['get_tabs', 'hover', 'inject_script', 'navigate', 'pdf', 'press_key', 'request_chain'],
        ...['screenshot', 'scroll', 'search_history', 'type', 'wait_for'],
      ].map((name) => `browser_${name}`),
    );
    for (const { description, annotations } of browserTools) {
      expect(description).toMatch(/\w/);
      expect(annotations).toMatchObject({ openWorldHint: true });
    }
    // Every conversation pays for it: about 5,000 tokens.
    expect(JSON.stringify(browserTools).length).toBeLessThan(24_000);
  });

  it('says in every tool how to connect a browser when none is', async () => {
    const { url, store } = await startBrowserServer();
    const annotation = sampleAnnotation();
    await store.add(annotation);
    const { call } = await connectClient(url);
    const inputs: Record<string, Record<string, unknown>> = {
      browser_create_tab: { url: 'https://a.test' },
      browser_navigate: { action: 'back' },
      browser_click: { ref: 'e1' },
      browser_hover: { ref: 'e1' },
      browser_drag: { ref: 'e1', to: { ref: 'e2' } },
      browser_type: { text: 'x' },
      browser_press_key: { key: 'Enter' },
      browser_scroll: { pixels: 1 },
      browser_wait_for: { idle: true },
      browser_execute_js: { code: '1' },
      browser_emulate: { device: 'phone' },
      browser_fill_form: { fields: [{ ref: 'e1', value: 'x' }] },
      browser_search_history: { find: 'shop' },
      browser_request_chain: { steps: [{ tool: 'browser_get_tabs' }] },
    };
    const script = await serveScript('1');
    // At the same time, because each waits a moment for a browser to come back.
    await Promise.all(
      browserTools.map(async ({ name }) => {
        const input = name === 'browser_inject_script' ? { script_url: script } : inputs[name];
        const { text } = await call(name, { tab_id: 1, ...input });
        expect(text, name).toContain('No browser is connected');
        expect(text, name).toContain('vf://');
      }),
    );
  });
});

describe('browser_get_accessibility_tree', () => {
  it('says how to get the rest of what is too long', async () => {
    const { call, asked } = await startTools({
      get_accessibility_tree: () => ({ ...snapshot, totalChars: 900, nextOffset: 17 }),
    });
    const { text } = await call('browser_get_accessibility_tree', { tab_id: 7 });
    expect(text).toContain('(17 of 900 characters; for the rest call again with offset 17, or narrow it');
    await call('browser_get_accessibility_tree', { tab_id: 7, offset: 17 });
    expect(asked('get_accessibility_tree').offset).toBe(17);
  });

  it('offers the forms of known sites when asked for, and says which was used or why none was', async () => {
    const { call, asked, extension } = await startTools({
      get_accessibility_tree: () => ({ ...snapshot, format: 'github-issues' }),
    });
    const input = { tab_id: 7, usePlatformOptimizer: true };
    const { text } = await call('browser_get_accessibility_tree', input);
    expect(asked('get_accessibility_tree').formats.map(({ name }) => name)).toContain('github-issues');
    expect(text).toContain('(short form: github-issues)');
    extension.script.get_accessibility_tree = () => snapshot;
    const other = await call('browser_get_accessibility_tree', input);
    expect(other.text).toContain('(no short form for this page)');
    extension.script.get_accessibility_tree = () => ({
      ...snapshot,
      formatProblem: 'github-issues: nothing matches "li"',
    });
    const changed = await call('browser_get_accessibility_tree', input);
    expect(changed.text).toContain(
      '(the usual form: the short form does not fit this page; github-issues: nothing matches "li")',
    );
    expect(changed.text).toContain('button "Pay" [e1]');
  });

  it('quotes titles, so that they cannot look like its own text', async () => {
    const { call } = await startTools({
      get_accessibility_tree: () => ({ ...snapshot, title: 'x"\n(all is well)' }),
    });
    const { text } = await call('browser_get_accessibility_tree', { tab_id: 7 });
    expect(text).toContain(String.raw`page "x\"\n(all is well)"`);
  });
});

describe('browser_type with files', () => {
  it('sends files of the project with their bytes', async () => {
    const { call, asked, root } = await startTools({
      upload: () => ({
        ...noOutcome,
        on: 'button "Choose file"',
        how: 'chooser',
        files: [{ name: 'photo.png', size: 3 }],
        notes: [],
      }),
    });
    writeFileSync(join(root, 'photo.png'), 'png');
    const { isError, text } = await call('browser_type', { tab_id: 7, ref: 'e4', files: ['photo.png'] });
    expect(isError).toBeUndefined();
    expect(JSON.parse(text)).toMatchObject({ uploaded: [{ name: 'photo.png', size: 3 }] });
    expect(asked('upload')).toMatchObject({
      target: { by: 'ref', ref: 'e4' },
      files: [{ name: 'photo.png', mimeType: 'image/png', base64: Buffer.from('png').toString('base64') }],
    });
  });

  it.each(['../secret', '/etc/hostname', 'nowhere.txt', '.'])('refuses %s', async (path) => {
    const { call, extension } = await startTools();
    const { text, isError } = await call('browser_type', { tab_id: 7, ref: 'e4', files: [path] });
    expect(isError).toBe(true);
    expect(text).toContain('Nothing was uploaded');
    expect(extension.commands).toEqual([]);
  });
});

describe('browser_inject_script', () => {
  it('fetches the script itself, so that no policy of the page matters', async () => {
    const { call, asked } = await startTools({ inject_script: () => ({ ...noOutcome, scriptId: 's1' }) });
    const script_url = await serveScript('window.answer = 42');
    const { text } = await call('browser_inject_script', { tab_id: 7, script_url, keep_injected: true });
    expect(JSON.parse(text)).toMatchObject({ injected: true, script_id: 's1' });
    expect(asked('inject_script')).toMatchObject({
      source: 'window.answer = 42',
      scriptUrl: script_url,
      keepInjected: true,
    });
  });
});

describe('browser_request_chain', () => {
  it('runs steps in order, and later ones name what earlier ones returned', async () => {
    const { call, extension, asked } = await startTools({
      create_tab: () => ({ tab }),
      drag: () => ({ ...noOutcome, on: 'a', x: 1, y: 1, openedTabs: [{ ...tab, tabId: 8 }] }),
      screenshot: () => picture,
    });
    const { content, text } = await call('browser_request_chain', {
      steps: [
        { tool: 'browser_create_tab', arguments: { url: 'https://shop.test' } },
        { tool: 'browser_drag', arguments: { tab_id: '$0.tab_id', to: { selector: '$x' }, ref: 'e1' } },
        { tool: 'browser_screenshot', arguments: { tab_id: '$1.openedTabs.0.tab_id' } },
      ],
    });
    expect(extension.commands.map(({ type }) => type)).toEqual(['create_tab', 'drag', 'screenshot']);
    expect(asked('drag')).toMatchObject({ tabId: 7, dropOn: { selector: '$x' } });
    expect(asked('screenshot').tabId).toBe(8);
    expect(text).toContain('$1 browser_drag');
    expect(content.filter(({ type }) => type === 'image')).toHaveLength(1);
  });

  it.each([
    {
      name: 'a step that fails',
      step: { tool: 'browser_close_tab', arguments: { tab_id: 9 } },
      says: 'no tab 9',
    },
    {
      name: 'bad arguments',
      step: { tool: 'browser_close_tab', arguments: {} },
      says: 'does not take these',
    },
    {
      name: 'a name that nothing has',
      step: { tool: 'browser_close_tab', arguments: { tab_id: '$0.nope' } },
      says: 'returned nothing at',
    },
    {
      name: 'a step that has not run',
      step: { tool: 'browser_close_tab', arguments: { tab_id: '$5.tab_id' } },
      says: 'has not run before',
    },
    {
      name: 'what objects have by birth',
      step: { tool: 'browser_close_tab', arguments: { tab_id: '$0.constructor.name' } },
      says: 'returned nothing at',
    },
  ])('stops at $name, and says where', async ({ step, says }) => {
    const { call, extension } = await startTools({
      get_tabs: () => ({ tabs: [] }),
      close_tab: () => fault('tab/none', 'There is no tab 9.'),
    });
    const { text } = await call('browser_request_chain', {
      steps: [{ tool: 'browser_get_tabs' }, step, { tool: 'browser_get_tabs' }],
    });
    expect(text).toContain(says);
    expect(text).toContain('Stopped at step 1 of 3.');
    expect(extension.commands.filter(({ type }) => type === 'get_tabs')).toHaveLength(1);
  });

  it('is not a step of itself', async () => {
    const { call } = await startTools();
    const steps = [{ tool: 'browser_request_chain', arguments: { steps: [] } }];
    expect(await call('browser_request_chain', { steps })).toMatchObject({ isError: true });
  });
});

describe('two agents', () => {
  it('work beside each other, and each is named to the person', async () => {
    const { url, extension, call } = await startTools({
      close_tab: ({ tabId }) => ({ tab: { ...tab, tabId } }),
    });
    const other = await connectClient(url, { name: 'codex' });
    const answers = await Promise.all([
      call('browser_close_tab', { tab_id: 1 }),
      other.call('browser_close_tab', { tab_id: 2 }),
      call('browser_close_tab', { tab_id: 3 }),
    ]);
    expect(answers.map(({ structuredContent }) => structuredContent?.tab_id)).toEqual([1, 2, 3]);
    expect(new Set(extension.commands.map(({ agent }) => agent))).toEqual(new Set(['claude-code', 'codex']));
  });

  it('are told when a call is cancelled: the extension stops waiting for it', async () => {
    const { call, extension } = await startTools({ wait_for: () => new Promise(() => undefined) });
    const caller = new AbortController();
    const running = call('browser_wait_for', { tab_id: 7, text: 'x' }, { signal: caller.signal });
    const { id } = await extension.received('wait_for');
    caller.abort();
    await expect(running).rejects.toThrow();
    expect(await extension.received('cancel')).toEqual({ type: 'cancel', id });
  });
});

async function serveScript(source: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.js`;
}
