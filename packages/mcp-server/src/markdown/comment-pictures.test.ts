/** Pictures in comments on documents, from the view to the agent. */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { commentOn, createMarkdownFixture } from '../testing/review-clients.ts';

const text = '# Plan\n\nShip it in May.\n';
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')]);

it('are stored, go with the comment and reach the agent by their paths', async () => {
  const { root, write, connect } = await createMarkdownFixture();
  write('plan.md', text);
  const agent = await connect();
  const view = await agent.open('plan.md');
  const { name } = await view.call('add_picture', { bytes: png.toString('base64') });
  const comment = { ...commentOn(text, 'in May'), pictures: [name] };
  await view.call('persist_comment', { comment });
  await view.call('submit_batch', { comments: [], mode: 'edit' });
  const path = `.annotate/attachments/${String(name)}`;
  expect(existsSync(join(root, path))).toBe(true);
  expect(await agent.interact(view.viewUUID, { type: 'get_comments' })).toMatchObject([
    { comments: [{ id: comment.id, pictures: [path] }] },
  ]);
  expect(await agent.call('get_annotation', { id: comment.id })).toMatchObject({
    annotation: { pictures: [path] },
  });
  expect(await view.call('read_comment_picture', { name })).toEqual({
    type: 'image/png',
    bytes: png.toString('base64'),
  });
});

it('of a draft are replaced and taken away; what was sent keeps its own', async () => {
  const { write, connect } = await createMarkdownFixture();
  write('plan.md', text);
  const view = await (await connect()).open('plan.md');
  const { name } = await view.call('add_picture', { bytes: png.toString('base64') });
  const comment = commentOn(text, 'in May');
  const persist = (pictures: unknown[]) =>
    view.call('persist_comment', { comment: { ...comment, pictures } });
  expect(await persist([name])).toMatchObject({ comment: { pictures: [name] } });
  expect((await persist([])).comment).not.toHaveProperty('pictures');
  await persist([name]);
  await view.call('submit_batch', { comments: [], mode: 'edit' });
  expect(await persist([])).toMatchObject({ comment: { status: 'pending', pictures: [name] } });
});

it('are nothing else: no other type, no name but a hash, and none that the document does not have', async () => {
  const { root, write, connect } = await createMarkdownFixture();
  write('plan.md', text);
  write('secret.png', `${png.toString('latin1')}secret`);
  const view = await (await connect()).open('plan.md');
  const add = (bytes: Buffer) => view.call('add_picture', { bytes: bytes.toString('base64') });
  await expect(add(Buffer.from('<svg onload="alert(1)"/>'))).rejects.toThrow('not a PNG, JPEG or WebP');
  await expect(add(Buffer.concat([png, Buffer.alloc(1_000_000)]))).rejects.toThrow();
  const { name } = await add(png);
  await expect(view.call('read_comment_picture', { name })).rejects.toThrow('No comment on this document');
  const persist = (pictures: string[]) =>
    view.call('persist_comment', { comment: { ...commentOn(text, 'in May'), pictures } });
  await expect(persist(['../../secret.png'])).rejects.toThrow('is no name of a picture');
  await expect(persist(Array.from({ length: 5 }, () => String(name)))).rejects.toThrow();
  const link = `${'e'.repeat(64)}.png`;
  symlinkSync(join(root, 'secret.png'), join(root, '.annotate/attachments', link));
  const fake = `${'d'.repeat(64)}.png`;
  writeFileSync(join(root, '.annotate/attachments', fake), '<script>');
  await persist([link, fake]);
  for (const gone of [link, fake])
    await expect(view.call('read_comment_picture', { name: gone })).rejects.toThrow(
      'No comment on this document',
    );
});

describe('are removed', () => {
  const setUp = async () => {
    const { root, markdown, write, connect } = await createMarkdownFixture();
    write('plan.md', text);
    write('notes.md', text);
    const agent = await connect();
    const view = await agent.open('plan.md');
    const has = (name: unknown) => existsSync(join(root, '.annotate/attachments', String(name)));
    const add = async (to = view, bytes = png) =>
      (await to.call('add_picture', { bytes: bytes.toString('base64') })).name;
    const persist = async (pictures: unknown[], to = view, comment = commentOn(text, 'in May')) => {
      await to.call('persist_comment', { comment: { ...comment, pictures } });
      return comment;
    };
    const remove = (id: string) => view.call('change_comment', { id, change: { type: 'delete' } });
    return { agent, markdown, view, has, add, persist, remove };
  };

  it('with the last comment that has them, and those of another document stay', async () => {
    const { agent, has, add, persist, remove } = await setUp();
    const notes = await agent.open('notes.md');
    const [name, other] = [await add(), await add(notes)];
    await persist([other], notes);
    const first = await persist([name]);
    const second = await persist([name]);
    await remove(first.id);
    expect(has(name)).toBe(true);
    await remove(second.id);
    expect([has(name), has(other)]).toEqual([false, true]);
    // As a comment that came with the repository may name it.
    await remove((await persist([other])).id);
    expect(has(other)).toBe(true);
  });

  it('when the document is closed, if a draft has lost them or never had them', async () => {
    const { markdown, has, add, persist } = await setUp();
    const legible = await add();
    const comment = await persist([legible]);
    const blurred = await add(undefined, Buffer.concat([png, Buffer.from('blurred')]));
    const unused = await add(undefined, Buffer.concat([png, Buffer.from('unused')]));
    await persist([blurred], undefined, comment);
    expect([has(legible), has(blurred), has(unused)]).toEqual([true, true, true]);
    await markdown.close();
    expect([has(legible), has(blurred), has(unused)]).toEqual([false, true, false]);
  });
});
