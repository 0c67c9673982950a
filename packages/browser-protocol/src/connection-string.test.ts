import { describe, expect, it } from 'vitest';

import { decodeConnection, encodeConnection, socketUrl } from './connection-string.ts';

const info = { url: 'http://127.0.0.1:3456', key: 'a'.repeat(43) };

describe('a connection string', () => {
  it('is vf:// and base64url of JSON, as other programs read it', () => {
    const string = encodeConnection(info);
    const json = Buffer.from(string.slice('vf://'.length), 'base64url').toString();
    expect(string).toMatch(/^vf:\/\/[\w-]+$/);
    expect(JSON.parse(json)).toEqual({ v: 1, ...info });
  });

  it.each([1, 2, 3, 4, 5].map((length) => 'k'.repeat(15 + length)))('comes back with the key %s', (key) => {
    expect(decodeConnection(encodeConnection({ ...info, key }))).toEqual({ ...info, key });
  });

  it('comes back with a name beyond ASCII', () => {
    const url = 'http://bücher.local:3456';
    expect(decodeConnection(encodeConnection({ ...info, url }))).toEqual({ ...info, url });
  });

  it('is read although a terminal broke it into lines', () => {
    const string = encodeConnection(info);
    expect(decodeConnection(`  ${string.slice(0, 40)}\n  ${string.slice(40)}\n`)).toEqual(info);
  });

  const of = (value: unknown) => `vf://${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
  it.each([
    { name: 'nothing', text: '' },
    { name: 'an address', text: 'http://127.0.0.1:3456' },
    { name: 'half of one', text: encodeConnection(info).slice(0, 40) },
    { name: 'one with a typing error', text: encodeConnection(info).replace('vf://', 'vf://!') },
    { name: 'one of another release', text: of({ v: 2, ...info }) },
    { name: 'no object', text: of(null) },
    { name: 'no key', text: of({ v: 1, url: info.url }) },
    { name: 'a short key', text: of({ v: 1, url: info.url, key: 'abc' }) },
    { name: 'a server that is a path', text: of({ v: 1, url: `${info.url}/x`, key: info.key }) },
    { name: 'a server with credentials', text: of({ v: 1, url: 'http://a@b', key: info.key }) },
    { name: 'a server that is a script', text: of({ v: 1, url: 'javascript:alert(1)', key: info.key }) },
  ])('is not $name, which is refused in words and without its key', ({ text }) => {
    expect(() => decodeConnection(text)).toThrow(/^This is not a connection string: /);
    expect(() => decodeConnection(text)).not.toThrow(info.key);
  });

  it('leads to a socket', () => {
    expect(socketUrl(info)).toBe('ws://127.0.0.1:3456/');
    expect(socketUrl({ url: 'https://box.example' })).toBe('wss://box.example/');
  });
});
