import { expect, it } from 'vitest';

import { RefusedError } from '../host/view-host.ts';
import { openedView, playHost } from '../testing/played-host.ts';
import { PlayedServer } from '../testing/played-server.ts';

import { createServer } from './server.ts';

function serverOf(played: PlayedServer) {
  return createServer(playHost(played), openedView(played));
}

it.each([
  { name: 'a BOM and CRLF', text: '\uFEFF# Plan\r\n\r\nText\r\n' },
  { name: 'characters of several bytes where two portions meet', text: 'aé漢😀'.repeat(260_000) },
  { name: 'nothing', text: '' },
])('reads a text with $name as it is', async ({ text }) => {
  const { text: read, fileMeta } = await serverOf(new PlayedServer(text)).text();
  expect(read === text).toBe(true);
  expect(fileMeta.name).toBe('plan.md');
});

it.each([
  { name: 'in the middle', before: '# Plan\n\nShip in May.\n', after: '# Plan\n\nShip in June.\n' },
  { name: 'in half of a character', before: 'a😀b', after: 'a😁b' },
  { name: 'of everything', before: 'one', after: '' },
  { name: 'of nothing', before: 'one\n', after: 'one\n' },
])('reads after an edit $name only what is different', async ({ before, after }) => {
  const played = new PlayedServer(before);
  const server = serverOf(played);
  await server.text();
  played.changeFile(after);
  const { text, fileMeta } = await server.text();
  expect(text).toBe(after);
  expect(fileMeta.sha).toBe('sha-2');
  expect(played.calls.at(-1)?.args).toMatchObject({ since: 'sha-1' });
  played.changeFile(before);
  expect((await server.text()).text).toBe(before);
});

it('saves with the hash it was read with, and is refused with another', async () => {
  const played = new PlayedServer('# Plan\n\n- [ ] ä\n');
  const server = serverOf(played);
  await server.save('# Plan\n\n- [x] ä\n', 'sha-1');
  expect(played.text).toBe('# Plan\n\n- [x] ä\n');
  await expect(server.save('# Gone', 'sha-1')).rejects.toBeInstanceOf(RefusedError);
});

it('uses the new view after opening the file again', async () => {
  const played = new PlayedServer('# Plan\n');
  const server = serverOf(played);
  played.restart();
  await expect(server.text()).rejects.toThrow('no such view');
  await server.reopen();
  expect((await server.text()).text).toBe('# Plan\n');
});
