import { expect, it } from 'vitest';

import { joinBytes, splitBytes } from './message-with-bytes.ts';

it.each([
  { name: 'a file', message: { id: 'c1', title: 'Café' }, file: new Uint8Array([0xff, 0, 250]) },
  { name: 'an empty file', message: {}, file: new Uint8Array() },
])('splits what it has joined: $name', ({ message, file }) => {
  // As sockets give it: a part of a larger piece of memory.
  const received = Buffer.concat([
    Buffer.from('before'),
    joinBytes(Buffer.from(JSON.stringify(message)), file),
  ]).subarray(6);
  const parts = splitBytes(received);
  expect(JSON.parse(new TextDecoder().decode(parts?.json))).toEqual(message);
  expect([...(parts?.file ?? [])]).toEqual([...file]);
});

it.each([
  { name: 'nothing', bytes: [] },
  { name: 'less than a length', bytes: [0, 0, 0] },
  { name: 'a length beyond the end', bytes: [0, 0, 0, 3, 123, 125] },
])('does not split $name', ({ bytes }) => {
  expect(splitBytes(new Uint8Array(bytes))).toBeNull();
});
