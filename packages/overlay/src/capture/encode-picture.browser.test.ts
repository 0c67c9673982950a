import { expect, it } from 'vitest';

import { readPicture } from './encode-picture.ts';

async function pictureOf(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.fillStyle = 'rgb(0, 128, 0)';
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type });
}

/** As a phone writes it: a segment with a position, behind the first two bytes. */
async function photoWithPosition(): Promise<Blob> {
  const bytes = new Uint8Array(await (await pictureOf(40, 20, 'image/jpeg')).arrayBuffer());
  const position = new TextEncoder().encode('Exif\0\0GPS 52.5200 N 13.4050 E');
  const segment = new Uint8Array([0xff, 0xe1, 0, position.length + 2, ...position]);
  return new Blob([bytes.subarray(0, 2), segment, bytes.subarray(2)], { type: 'image/jpeg' });
}

it('keeps the pixels of a photo, and not where it was taken', async () => {
  const photo = await photoWithPosition();
  expect(await photo.text()).toContain('GPS 52.5200 N');
  const picture = await readPicture(photo);
  expect(picture.type).toBe('image/webp');
  const text = await picture.text();
  expect(text).not.toContain('GPS');
  expect(text).not.toMatch(/exif/i);
  expect(await createImageBitmap(picture)).toMatchObject({ width: 40, height: 20 });
});

it('makes a large picture smaller', async () => {
  const picture = await readPicture(await pictureOf(4_000, 1_000, 'image/png'));
  expect(await createImageBitmap(picture)).toMatchObject({ width: 2_000, height: 500 });
});

it.each(['%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', ''])(
  'refuses what is not a picture: %j',
  async (text) => {
    await expect(readPicture(new Blob([text], { type: 'image/png' }))).rejects.toThrow();
  },
);
