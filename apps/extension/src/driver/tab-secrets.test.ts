import { expect, it } from 'vitest';

import type { Frame } from './frames.ts';
import { type PasswordFields, TabSecrets } from './tab-secrets.ts';

const [a, b] = ['https://a.test', 'https://b.test'];

function frame(number: number): Frame {
  return { id: String(number), parentId: null, session: undefined, number, origin: '' };
}

function page(url: string, passwords: string[] = [], pasted: string[] = []): PasswordFields {
  return { url, title: '', passwords, hasPasswordField: passwords.length > 0, pasted };
}

/** A tab with a page and frames, of which `null` does not answer. */
function start(allowed: Set<string>, ...shown: (PasswordFields | null)[]) {
  const frames = {
    main: frame(0),
    foreign: shown.slice(1).map((_, index) => frame(index + 1)),
    isRead: () => true,
    call: async ({ number }: Frame) => shown[number] ?? new Promise<never>(() => undefined),
  };
  const secrets = new TabSecrets({
    frames,
    areAllowed: async (url) => allowed.has(URL.parse(url)?.origin ?? ''),
    arePastesAllowed: async (url) => allowed.has(`paste on ${URL.parse(url)?.origin ?? ''}`),
  });
  return { shown, secrets };
}

it('masks a password of one site also where agents may read those of another', async () => {
  const { secrets, shown } = start(new Set([b]), page(`${a}/login`, ['hunter2']));
  await secrets.look();
  shown[0] = page(`${b}/`, ['swordfish']);
  await secrets.look();
  expect(secrets.maskText('hunter2 swordfish', 'anywhere')).toBe('[redacted] swordfish');
  expect(secrets.maskScriptValue({ token: 'abc', other: 'hunter2' })).toEqual({
    token: 'abc',
    other: '[redacted]',
  });
});

it('masks a password again when the permission is gone, wherever the tab is', async () => {
  const allowed = new Set([a]);
  const { secrets, shown } = start(allowed, page(`${a}/login`, ['hunter2']));
  await secrets.look();
  expect(secrets.maskText('hunter2', 'anywhere')).toBe('hunter2');
  allowed.clear();
  shown[0] = page(`${b}/`);
  await secrets.look();
  expect(secrets.maskText('hunter2', 'anywhere')).toBe('[redacted]');
});

it('masks the passwords of frames of other sites, which are not those of the page', async () => {
  const { secrets } = start(new Set([a]), page(a, ['swordfish']), page(b, ['hunter2']), null);
  await secrets.look();
  expect(secrets.mayHaveFields).toBe(true);
  expect(secrets.maskValue({ text: 'hunter2 swordfish' }, 'as-value')).toEqual({
    text: '[redacted] swordfish',
  });
});

it('masks the passwords of a page that belongs to a site which its address does not name', async () => {
  const { secrets } = start(new Set([a, b, 'null', '']), page('about:blank', ['hunter2']));
  await secrets.look();
  expect(secrets.maskText('hunter2', 'anywhere')).toBe('[redacted]');
});

it('masks what was pasted everywhere until the person allows it on that site, which secrets do not', async () => {
  const allowed = new Set([a]);
  const { secrets, shown } = start(allowed, page(a, [], ['copied elsewhere']));
  await secrets.look();
  const text = 'heading "Results for copied elsewhere"';
  expect(secrets.maskText(text, 'as-value')).toBe('heading "Results for [redacted]"');
  expect(secrets.masked).toEqual(['copied elsewhere']);
  shown[0] = page(`${b}/`);
  await secrets.look();
  expect(secrets.maskText(text, 'as-value')).toBe('heading "Results for [redacted]"');
  allowed.add(`paste on ${a}`);
  shown[0] = page(a, [], ['copied elsewhere']);
  await secrets.look();
  expect(secrets.maskText(text, 'as-value')).toBe(text);
});
