import { afterEach, expect, it } from 'vitest';

import type { BrowserReply } from '@annotate-mcp/browser-protocol';

import { encodeReply } from './encode-reply.ts';

const picture = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 250]);
const page = { url: 'http://localhost/', title: 'Kaffee – Café' };
const reply: BrowserReply<'pdf'> = {
  id: 'c1',
  success: true,
  result: { ...page, file: picture.toString('base64') },
};

/** Chrome has it from version 140 on, Node from 25 on. */
function stubFromBase64(value: ((base64: string) => Uint8Array) | undefined): void {
  const before = Object.getOwnPropertyDescriptor(Uint8Array, 'fromBase64');
  Object.defineProperty(Uint8Array, 'fromBase64', { value, configurable: true });
  restore = () => {
    if (before === undefined) Reflect.deleteProperty(Uint8Array, 'fromBase64');
    else Object.defineProperty(Uint8Array, 'fromBase64', before);
  };
}

let restore = (): void => undefined;
afterEach(() => restore());

it('sends a picture as bytes behind the JSON, to a server that takes bytes', () => {
  stubFromBase64((base64) => new Uint8Array(Buffer.from(base64, 'base64')));
  const sent = encodeReply(reply, true);
  if (typeof sent === 'string') throw new Error('It is text.');
  const bytes = Buffer.from(sent);
  const end = 4 + bytes.readUInt32BE(0);
  expect(JSON.parse(bytes.subarray(4, end).toString())).toEqual({
    ...reply,
    result: { ...page, file: '' },
  });
  expect(bytes.subarray(end)).toEqual(picture);
});

it.each([
  {
    name: 'to a server that does not say that it takes bytes',
    takesBytes: false,
    sent: reply,
    hasDecoder: true,
  },
  { name: 'in a Chrome that cannot decode base64 fast', takesBytes: true, sent: reply, hasDecoder: false },
  {
    name: 'when there is no picture in it',
    takesBytes: true,
    sent: { id: 'c2', success: true, result: { tabs: [] } } satisfies BrowserReply<'get_tabs'>,
    hasDecoder: true,
  },
])('sends a reply as text $name', ({ takesBytes, sent, hasDecoder }) => {
  stubFromBase64(hasDecoder ? (base64) => new Uint8Array(Buffer.from(base64, 'base64')) : undefined);
  expect(encodeReply(sent, takesBytes)).toBe(JSON.stringify(sent));
});
