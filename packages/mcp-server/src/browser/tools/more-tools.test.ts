/** Tools beyond looking and acting: forms, emulation, measuring, PDF, cookies and history. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { CommandType, ParamsOf } from '@annotate-mcp/browser-protocol';
import { commands } from '@annotate-mcp/browser-protocol/schema';

import { connectClient } from '../../testing/browser-client.ts';
import { startBrowserServer } from '../../testing/browser-server.ts';
import { temporaryFolder } from '../../testing/http-server.ts';
import { fault, noOutcome, type Script, tab } from '../../testing/scripted-extension.ts';

async function start(script: Script = {}) {
  const server = await startBrowserServer();
  const extension = await server.extension({ script });
  const { call } = await connectClient(server.url);
  const asked = <Type extends CommandType>(type: Type): ParamsOf<Type>[] =>
    extension.commands
      .filter((one) => one.type === type)
      .map(({ params }) => commands[type].params.parse(params));
  return { ...server, extension, call, asked };
}

const page = { url: tab.url, title: 'Cart' };

describe('browser_fill_form', () => {
  const fields = [
    { label: 'Email', value: 'a@b.test' },
    { ref: 'e3', value: true },
    { selector: '#fruit', value: ['Pear'] },
  ];

  it('sends all fields in one command and says what each holds then, but no password', async () => {
    const filled = [
      { on: 'textbox "Email"', value: 'a@b.test' },
      { on: 'textbox "Password"', value: null, secret: true as const },
    ];
    const { call, asked, log } = await start({ fill_form: () => ({ ...noOutcome, filled }) });
    const { text } = await call('browser_fill_form', { tab_id: 7, fields });
    expect(asked('fill_form')[0]?.fields).toEqual([
      { target: { by: 'label', label: 'Email' }, value: 'a@b.test' },
      { target: { by: 'ref', ref: 'e3' }, value: true },
      { target: { by: 'selector', selector: '#fruit' }, value: ['Pear'] },
    ]);
    expect(JSON.parse(text)).toMatchObject({
      filled: [
        { field: 'textbox "Email"', value: 'a@b.test' },
        { field: 'textbox "Password"', value: '[redacted]' },
      ],
    });
    expect(log.join('\n')).not.toContain('a@b.test');
  });

  it('fails at the field that cannot be filled, and says which were and which were not tried', async () => {
    const { call } = await start({
      fill_form: () => ({
        ...noOutcome,
        filled: [{ on: 'textbox "Email"', value: 'a@b.test' }],
        failed: { code: 'target/disabled', message: 'The checkbox "Agree" is disabled.', hint: 'Wait.' },
      }),
    });
    const { text, isError } = await call('browser_fill_form', { tab_id: 7, fields });
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toEqual({
      error:
        'Field 2 of 3 ("e3") was not filled: The checkbox "Agree" is disabled. Filled: textbox "Email"; 1 after it were not tried. Wait.',
      code: 'target/disabled',
    });
  });

  it.each([
    { field: { value: 'x' }, says: 'ref, selector or label' },
    { field: { ref: 'e1', label: 'Email', value: 'x' }, says: 'only one of' },
  ])('refuses $field before a command is sent', async ({ field, says }) => {
    const { call, extension } = await start();
    const { text, isError } = await call('browser_fill_form', { tab_id: 7, fields: [field] });
    expect(isError).toBe(true);
    expect(text).toContain(says);
    expect(extension.commands).toEqual([]);
  });
});

describe('browser_emulate', () => {
  const script: Script = {
    emulate: ({ emulation }) => ({ ...page, emulation, width: 390, height: 844, idleMs: 120_000 }),
  };

  it('knows devices and connections by name, and says when it ends', async () => {
    const { call, asked } = await start(script);
    const { text } = await call('browser_emulate', {
      tab_id: 7,
      device: 'phone',
      colorScheme: 'dark',
      network: 'slow-3g',
    });
    expect(asked('emulate')[0]).toMatchObject({
      reset: false,
      emulation: {
        viewport: { width: 390, height: 844, scale: 3, mobile: true, touch: true },
        colorScheme: 'dark',
        network: { offline: false, download: 50_000 },
      },
    });
    expect(text).toContain('"ends":"with reset, or 120 seconds after the last call on this tab"');
    expect(text).not.toContain('Mozilla');
  });

  it.each([
    { input: {}, says: 'what to emulate, or reset' },
    { input: { width: 300 }, says: 'height' },
    { input: { latitude: 1 }, says: 'latitude and longitude' },
    { input: { device: 'toaster' }, says: 'device' },
  ])('refuses $input', async ({ input, says }) => {
    const { call, extension } = await start(script);
    const { text, isError } = await call('browser_emulate', { tab_id: 7, ...input });
    expect(isError).toBe(true);
    expect(text).toContain(says);
    expect(extension.commands).toEqual([]);
  });
});

describe('browser_get_performance', () => {
  it('begins to measure, reloads if asked, and reports', async () => {
    const { call, extension } = await start({
      navigate: () => noOutcome,
      get_performance: ({ phase }) =>
        phase === 'begin'
          ? page
          : {
              ...page,
              report: {
                loading: { load: 300, largestContentfulPaint: 250, largestElement: 'img "Shoes"' },
                layoutShift: 0.02,
                longTasks: { count: 1, totalMs: 80, longestMs: 80 },
                requests: { count: 2, bytes: 900, slowest: [] },
                slowScripts: [],
              },
              mainThread: { overMs: 900, taskMs: 200, scriptMs: 90, layoutMs: 10, styleMs: 5, heapBytes: 1 },
            },
    });
    const { text } = await call('browser_get_performance', { tab_id: 7, reload: true, ms: 100 });
    expect(extension.commands.map(({ type }) => type)).toEqual([
      'get_performance',
      'navigate',
      'get_performance',
    ]);
    expect(JSON.parse(text)).toMatchObject({
      loading: { largestContentfulPaint: 250 },
      cumulativeLayoutShift: 0.02,
      mainThread: { scriptMs: 90 },
    });
  });
});

describe('browser_pdf', () => {
  const bytes = Buffer.from('%PDF-1.4\n1 0 obj\n<</Type /Pages\n/Count 3\n/Kids [2 0 R]>>\nendobj');
  const script: Script = { pdf: () => ({ ...page, file: bytes.toString('base64') }) };

  it('saves the page in the folder that git ignores, and says where, how many pages and how large', async () => {
    const { call, root } = await start(script);
    const { text } = await call('browser_pdf', { tab_id: 7 });
    const saved = JSON.parse(text) as { path: string };
    expect(saved).toMatchObject({ pages: 3, bytes: bytes.length });
    expect(saved.path).toMatch(/^\.annotate\/pdf\/cart-[\d-]+\.pdf$/);
    expect(readFileSync(join(root, saved.path))).toEqual(bytes);
    expect(readFileSync(join(root, '.annotate/.gitignore'), 'utf8')).toContain('*');
  });

  it('saves it where the agent says, in the project', async () => {
    const { call, root } = await start(script);
    const { text } = await call('browser_pdf', { tab_id: 7, path: 'out/cart.pdf', landscape: true });
    expect(JSON.parse(text)).toMatchObject({ path: 'out/cart.pdf' });
    expect(existsSync(join(root, 'out/cart.pdf'))).toBe(true);
  });

  it('writes nothing outside of the project, through no link, and over nothing that is not a PDF', async () => {
    const { call, root } = await start(script);
    const outside = temporaryFolder();
    symlinkSync(outside, join(root, 'linked'));
    writeFileSync(join(root, 'notes.pdf'), 'my notes');
    mkdirSync(join(root, 'folder.pdf'));
    const paths = ['../a.pdf', join(outside, 'a.pdf'), 'linked/a.pdf', 'notes.pdf', 'folder.pdf', 'a.html'];
    for (const path of paths) {
      const { text, isError } = await call('browser_pdf', { tab_id: 7, path });
      expect(isError, path).toBe(true);
      expect(text, path).toContain('Nothing was saved');
    }
    expect(existsSync(join(outside, 'a.pdf'))).toBe(false);
    expect(readFileSync(join(root, 'notes.pdf'), 'utf8')).toBe('my notes');
  });

  it('replaces a link and does not follow it', async () => {
    const { call, root } = await start(script);
    const outside = join(temporaryFolder(), 'target.pdf');
    symlinkSync(outside, join(root, 'a.pdf'));
    await call('browser_pdf', { tab_id: 7, path: 'a.pdf' });
    expect(existsSync(outside)).toBe(false);
  });

  it('saves nothing that is no PDF', async () => {
    const { call, root } = await start({ pdf: () => ({ ...page, file: 'PHNjcmlwdD4=' }) });
    const { isError } = await call('browser_pdf', { tab_id: 7, path: 'a.pdf' });
    expect(isError).toBe(true);
    expect(existsSync(join(root, 'a.pdf'))).toBe(false);
  });
});

describe('what is secret', () => {
  it('values of cookies come only when they are asked for', async () => {
    const cookie = { name: 'sid', domain: 'shop.test', path: '/', httpOnly: true, secure: true };
    const { call, asked } = await start({
      get_cookies: ({ values }) => ({ ...page, cookies: [{ ...cookie, value: values ? 'abc' : null }] }),
    });
    expect((await call('browser_get_cookies', { tab_id: 7 })).text).toContain('"value":"[redacted]"');
    expect((await call('browser_get_cookies', { tab_id: 7, values: true })).text).toContain('"value":"abc"');
    expect(asked('get_cookies').map(({ values }) => values)).toEqual([false, true]);
    expect(commands.get_cookies.needs).toBe('secrets');
  });

  it('history is searched on request, and an agent is told what to tell the person without permission', async () => {
    const { call, asked, extension } = await start({
      search_history: () => ({ pages: [{ url: 'https://shop.test/shoes', title: 'Shoes', visits: 3 }] }),
    });
    const input = { find: 'shoes', since: '2026-01-01T00:00:00+01:00' };
    expect((await call('browser_search_history', input)).text).toContain('https://shop.test/shoes');
    expect(asked('search_history')[0]).toEqual({
      source: 'history',
      text: 'shoes',
      since: '2025-12-31T23:00:00.000Z',
      limit: 20,
    });
    extension.script.search_history = () => fault('browser/not-allowed', 'Not allowed. Tell the person.');
    const refused = await call('browser_search_history', { find: 'x', source: 'bookmarks' });
    expect(refused).toMatchObject({ isError: true });
    expect(commands.search_history.needs).toBe('secrets');
  });
});

it.each(['browser_get_console', 'browser_get_network'])('%s takes a point in time', async (tool) => {
  const nothing = { last: 0, more: 0, dropped: 0 };
  const { call, extension } = await start({
    get_console: () => ({ entries: [], ...nothing }),
    get_network: () => ({ requests: [], ...nothing }),
  });
  await call(tool, { tab_id: 7, since: '2026-05-01T10:00:00Z' });
  expect(extension.commands[0]?.params).toMatchObject({ since: '2026-05-01T10:00:00.000Z' });
  const { isError, text } = await call(tool, { tab_id: 7, since: 'yesterday' });
  expect(isError).toBe(true);
  expect(text).toContain('ISO time');
});
