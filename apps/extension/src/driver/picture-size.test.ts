import { expect, it } from 'vitest';

import { pictureSize } from './picture-size.ts';

const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
const part = (marker: number, ...content: number[]) => {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...content];
};
const frame = [8, 0x02, 0xf5, 0x04, 0xb0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
const header = part(0xe0, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0);
const profile = part(0xe2, ...Buffer.alloc(3_000, 0xc0));
const tables = [...part(0xdb, ...Buffer.alloc(65)), ...part(0xc4, ...Buffer.alloc(28))];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...Buffer.from('IHDR')];
const large = Array.from<number>({ length: 100_000 }).fill(0);

it.each([
  { name: 'a JPEG', file: base64(0xff, 0xd8, ...header, ...tables, ...part(0xc0, ...frame), ...large) },
  {
    name: 'a progressive JPEG with a colour profile',
    file: base64(0xff, 0xd8, ...profile, ...part(0xc2, ...frame)),
  },
  { name: 'a PNG', file: base64(...png, 0, 0, 0x04, 0xb0, 0, 0, 0x02, 0xf5, 8, 2, 0, 0, 0, ...large) },
])('reads the size of $name', ({ file }) => {
  expect(pictureSize(file)).toEqual({ width: 1_200, height: 757 });
});

it.each([
  { name: 'a text', file: base64(...Buffer.from('This is not a picture at all.')) },
  { name: 'an empty file', file: '' },
  { name: 'a JPEG that ends too early', file: base64(0xff, 0xd8, ...header) },
  { name: 'a JPEG that is damaged', file: base64(0xff, 0xd8, ...Buffer.alloc(40)) },
])('says that it does not know the size of $name', ({ file }) => {
  expect(pictureSize(file)).toBeNull();
});
