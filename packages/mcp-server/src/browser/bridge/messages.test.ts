import { expect, it } from 'vitest';

import { readMessage } from './messages.ts';

const file = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2, 250]);

function withBytes(json: string, bytes: Buffer, length = Buffer.byteLength(json)): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return Buffer.concat([head, Buffer.from(json), bytes]);
}

it('reads a reply with the bytes of its file', () => {
  const json = JSON.stringify({ id: 'c1', success: true, result: { title: 'Café', file: '' } });
  expect(readMessage(withBytes(json, file), true)).toEqual({
    id: 'c1',
    success: true,
    result: { title: 'Café', file },
  });
});

it.each([
  { name: 'no length', data: Buffer.from([0, 0]) },
  { name: 'a length beyond its end', data: withBytes('{"result":{}}', file, 4_000_000_000) },
  { name: 'JSON that is cut off', data: withBytes('{"result":{}}', file, 5) },
  { name: 'no result', data: withBytes('{"id":"c1","success":false}', file) },
  { name: 'JSON that is no object', data: withBytes('[]', file) },
  { name: 'nothing', data: Buffer.alloc(0) },
])('a binary message with $name is not valid', ({ data }) => {
  expect(readMessage(data, true)).toBeUndefined();
});

it('reads text as JSON', () => {
  expect(readMessage(Buffer.from('{"type":"ping"}'), false)).toEqual({ type: 'ping' });
});
