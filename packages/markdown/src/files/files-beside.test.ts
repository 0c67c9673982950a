import { mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { follow, opened, project, put, until, useBench } from '../review/testing/bench.ts';

import { pictureType } from './files-beside.ts';

useBench();

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

async function withPictures() {
  const place = project('# Plan\n\n![a](img/a.png)\n');
  const folder = dirname(place.file);
  put(join(folder, 'img', 'a.png'), png);
  put(join(folder, 'with space.png'), png);
  put(join(place.root, 'top.png'), png);
  put(join(folder, 'drawing.svg'), svg);
  return { ...place, folder, document: await opened(place) };
}

describe('a picture beside the document', () => {
  it.each([
    'img/a.png',
    './img/a.png?raw=true#x',
    '../top.png',
    '/top.png',
    'with%20space.png',
    'img/../img/a.png',
  ])('is read by %s', async (address) => {
    const { document } = await withPictures();
    expect(await document.beside.readPicture(address)).toMatchObject({ type: 'image/png', content: png });
  });

  it('is typed by its content', async () => {
    const { document, folder } = await withPictures();
    put(join(folder, 'wrong.jpg'), png);
    expect(await document.beside.readPicture('wrong.jpg')).toMatchObject({ type: 'image/png' });
    expect(await document.beside.readPicture('drawing.svg')).toMatchObject({ type: 'image/svg+xml' });
  });

  it('is announced when it changes, disappears and appears', async () => {
    const { document, folder } = await withPictures();
    const events = follow(document);
    const changes = () => events.filter(({ type }) => type === 'picture').length;
    await document.beside.readPicture('img/a.png');
    await expect(document.beside.readPicture('later.png')).rejects.toMatchObject({
      code: 'markdown/not-found',
    });
    put(join(folder, 'img', 'a.png'), Buffer.concat([png, png]));
    await until(document, () => changes() > 0);
    expect(events).toContainEqual({ type: 'picture', address: 'img/a.png' });
    put(join(folder, 'later.png'), png);
    await until(document, () =>
      events.some((event) => event.type === 'picture' && event.address === 'later.png'),
    );
    const before = changes();
    rmSync(join(folder, 'later.png'));
    await until(document, () => changes() > before);
  });
});

describe('no file is read as a picture that', () => {
  it('is outside of the allowed folders, directly or by a link', async () => {
    const { document, folder } = await withPictures();
    const other = project();
    put(join(other.root, 'secret.png'), png);
    symlinkSync(join(other.root, 'secret.png'), join(folder, 'link.png'));
    symlinkSync(other.root, join(folder, 'linked'));
    const far = `${'../'.repeat(20)}${other.root.slice(1)}/secret.png`;
    const addresses = [far, encodeURI(far), far.replaceAll('/', '%2f'), 'link.png', 'linked/secret.png'];
    for (const address of addresses)
      await expect(document.beside.readPicture(address), address).rejects.toMatchObject({
        code: 'markdown/outside-roots',
      });
    // From the project's root, which has no such file.
    await expect(document.beside.readPicture(`${other.root}/secret.png`)).rejects.toMatchObject({
      code: 'markdown/not-found',
    });
  });

  it.each([
    'file:///etc/hosts.png',
    'javascript:alert(1)',
    'https://example.org/a.png',
    '//example.org/a.png',
    String.raw`\\example.org\a.png`,
    'C:/a.png',
    'img%00.png',
  ])('has the address %s', async (address) => {
    const { document } = await withPictures();
    await expect(document.beside.readPicture(address)).rejects.toMatchObject({
      code: 'markdown/outside-roots',
    });
  });

  it('is no picture, whatever its name', async () => {
    const { document, folder } = await withPictures();
    put(join(folder, 'env.png'), 'SECRET=1\n');
    put(join(folder, 'page.svg'), '<!doctype html><script>1</script><svg ></svg>');
    put(join(folder, 'drawing.txt'), svg);
    mkdirSync(join(folder, 'folder.png'));
    for (const address of ['env.png', 'page.svg', 'drawing.txt', 'plan.md'])
      await expect(document.beside.readPicture(address), address).rejects.toMatchObject({
        code: 'markdown/not-a-picture',
      });
    await expect(document.beside.readPicture('folder.png')).rejects.toMatchObject({
      code: 'markdown/not-a-file',
    });
  });

  it('is larger than 10 MB', async () => {
    const { document, folder } = await withPictures();
    put(join(folder, 'huge.png'), png);
    truncateSync(join(folder, 'huge.png'), 10_000_001);
    await expect(document.beside.readPicture('huge.png')).rejects.toMatchObject({
      code: 'markdown/too-large',
      message: expect.stringContaining('10.0 MB') as string,
    });
  });
});

it('every type is known by its first bytes', () => {
  const begins = (text: string) => pictureType(Buffer.from(text, 'latin1'), 'x');
  expect(begins('\xff\xd8\xff\xe0')).toBe('image/jpeg');
  expect(begins('GIF89a')).toBe('image/gif');
  expect(begins('RIFF\0\0\0\0WEBP')).toBe('image/webp');
  expect(begins('\0\0\0\x1cftypavif')).toBe('image/avif');
  expect(begins('RIFF\0\0\0\0WAVE')).toBeNull();
});
