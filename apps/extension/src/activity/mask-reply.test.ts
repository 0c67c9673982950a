import { describe, expect, it } from 'vitest';

import type { BrowserReply } from '@annotate-mcp/browser-protocol';

import { maskReply, type TabsWithPasswords } from './mask-reply.ts';

const password = 'Tr0ub4dor&3x!';
const tabs: TabsWithPasswords = { known: () => undefined, maskedPasswords: [password, 'test'] };

function masked(type: string, result: object): unknown {
  const reply = maskReply({ type, tabId: null }, { id: '1', success: true, result } as BrowserReply, tabs);
  return reply.success ? reply.result : reply.error;
}

it.each([
  ['a form', `https://a.test/?user=ann&word=${new URLSearchParams({ p: password }).toString().slice(2)}&x=1`],
  ['a fragment', `https://a.test/#${password}`],
  ['a path', `https://a.test/reset/${encodeURIComponent(password)}/now`],
])('masks a password in the address of each page: %s', (_, url) => {
  expect(
    JSON.stringify(masked('get_tabs', { tabs: [{ tabId: 1, url, title: `T ${password}` }] })),
  ).not.toMatch(/Tr0ub4dor/);
  expect(masked('screenshot', { url, title: `Hello ${password}` })).toMatchObject({
    title: 'Hello [redacted]',
  });
  expect(JSON.stringify(masked('create_tab', { tab: { url, title: '' } }))).not.toMatch(/Tr0ub4dor/);
});

it('hides what a form sent as a password, also if the value was never seen in a field', () => {
  const { url } = masked('click', { url: 'https://a.test/in?user=ann&pw1=hunter2&token=abc' }) as {
    url: string;
  };
  expect(url).toBe('https://a.test/in?user=ann&pw1=[redacted]&token=abc');
});

it('leaves sites, words and files alone that contain a short password', () => {
  const file = new Uint8Array([1, 2]);
  const result = { url: 'https://test.test/testing?a=attest', title: 'A testing page', file };
  expect(masked('pdf', result)).toEqual(result);
  expect(masked('click', { url: 'https://a.test/test?q=test', title: 'test' })).toEqual({
    url: 'https://a.test/[redacted]?q=[redacted]',
    title: '[redacted]',
  });
});

describe('a key that was in no field', () => {
  const key = ['ghp', 'a1'.repeat(18)].join('_');
  const result = {
    url: `https://a.test/cb#${key}`,
    title: `Made ${key}`,
    text: `- Use ${key} now`,
    dialogs: [{ message: key }, key],
  };

  it('is masked in every text of a reply', () => {
    expect(masked('get_accessibility_tree', result)).toEqual({
      url: 'https://a.test/cb#[redacted]',
      title: 'Made [redacted]',
      text: '- Use [redacted] now',
      dialogs: [{ message: '[redacted]' }, '[redacted]'],
    });
    const error = { code: 'browser/failed', message: `${key} is in the way.`, hint: '' } as const;
    expect(maskReply({ type: 'click', tabId: 1 }, { id: '1', success: false, error }, tabs)).toMatchObject({
      error: { message: '[redacted] is in the way.' },
    });
  });

  it('is shown where the person has allowed secrets, and by commands that need this permission', () => {
    const secrets = {
      areShown: () => true,
      maskValue: (value: unknown) => value,
      maskText: (text: string) => text,
    };
    const known = () => ({ secrets }) as unknown as ReturnType<TabsWithPasswords['known']>;
    const reply = { id: '1', success: true, result } as unknown as BrowserReply;
    expect(
      maskReply({ type: 'get_accessibility_tree', tabId: 1 }, reply, { known, maskedPasswords: [] }),
    ).toEqual(reply);
    expect(masked('get_cookies', { cookies: [{ value: key }] })).toEqual({ cookies: [{ value: key }] });
  });

  it('does not change a file', () => {
    expect(masked('pdf', { url: 'https://a.test/', title: '', file: key })).toMatchObject({ file: key });
  });
});

it('masks a password in an error', () => {
  const error = { code: 'browser/failed', message: `https://a.test/#${password} failed.`, hint: '' } as const;
  const reply = maskReply({ type: 'navigate', tabId: 1 }, { id: '1', success: false, error }, tabs);
  expect(JSON.stringify(reply)).not.toContain('Tr0ub4dor');
});
