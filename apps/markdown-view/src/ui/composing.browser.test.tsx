import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MemoryStorage } from '@annotate-mcp/overlay/testing/memory-storage';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, press, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const kept = () =>
  [...server.comments.values()].map(({ annotationText, status }) => [annotationText, status]);

async function compose(words: string): Promise<HTMLTextAreaElement> {
  await view.select(words);
  view.button('Comment C').click();
  await until(() => view.$('.mdv-composing textarea') === document.activeElement);
  return view.field();
}

describe('writing a comment', () => {
  it('opens beside the selected text with the focus in it, and is saved on the server before it is submitted', async () => {
    view = await mount(server);
    type(await compose('second step'), 'Smaller, please');
    await expect.poll(kept).toEqual([['Smaller, please', 'draft']]);
    expect([...server.comments.values()][0]?.anchor).toMatchObject({
      quote: 'second step',
      char_start: plan.indexOf('second step'),
    });
    view.action('Add').click();
    await until(() => view.$('.mdv-composing') === null);
    expect(view.card('Smaller, please')?.dataset.status).toBe('draft');
    expect(view.submitAll().disabled).toBe(false);
    expect(view.host.pushed).toEqual([]);
  });

  it('stays closed after Add, also when the server has not got the comment yet', async () => {
    view = await mount(server);
    type(await compose('second step'), 'Smaller, please');
    await until(() => !view.action('Add').disabled);
    expect(kept()).toEqual([]);
    view.action('Add').click();
    await until(() => view.$('.mdv-composing') === null);
    expect(view.state.get().composing).toBeNull();
    await expect.poll(kept).toEqual([['Smaller, please', 'draft']]);
    expect(view.state.get().composing).toBeNull();
  });

  it('does not open on selection: text may be selected to be copied', async () => {
    view = await mount(server);
    await view.select('second step');
    expect(view.$('.mdv-composing')).toBeNull();
    expect(getSelection()?.toString()).toBe('second step');
  });

  it('works with the keyboard only and gives the focus back to the text', async () => {
    view = await mount(server);
    press(document.body, 't');
    const text = document.activeElement;
    expect(text?.className).toBe('document');
    if (!text) return;
    press(text, 'ArrowDown');
    press(text, 'ArrowDown');
    press(text, 'c');
    await until(() => view.$('.mdv-composing textarea') === document.activeElement);
    type(view.field(), 'How small?');
    press(view.field(), 'Enter', { ctrlKey: true });
    await until(() => view.$('.mdv-composing') === null);
    await expect.poll(kept).toEqual([['How small?', 'draft']]);
    expect([...server.comments.values()][0]?.anchor.quote).toBe('The first step is small.');
    expect(document.activeElement).toBe(text);
  });

  it('keeps a text when Esc closes the composer, and removes a blank comment', async () => {
    view = await mount(server);
    press(await compose('second step'), 'Escape');
    await until(() => view.$('.mdv-card') === null);
    type(await compose('second step'), 'Later');
    press(view.field(), 'Escape');
    await until(() => view.$('.mdv-composing') === null);
    expect(view.card('Later')).not.toBeNull();
    await expect.poll(kept).toEqual([['Later', 'draft']]);
  });

  it('deletes a new comment on cancel, and restores the text of a changed one', async () => {
    view = await mount(server);
    type(await compose('second step'), 'Away');
    await expect.poll(kept).toHaveLength(1);
    view.action('Discard').click();
    await expect.poll(kept).toEqual([]);
    server.push({
      type: 'comments',
      changed: [server.seed('first', 'Stay', { status: 'draft' })],
      removed: [],
    });
    await until(() => view.card('Stay') !== null);
    view.card('Stay')?.click();
    await until(() => view.card('Stay')?.textContent.includes('Edit') ?? false);
    view.action('Edit').click();
    await until(() => view.$('.mdv-composing') !== null);
    type(view.field(), 'Go');
    await expect.poll(kept).toEqual([['Go', 'draft']]);
    view.action('Cancel').click();
    await expect.poll(kept).toEqual([['Stay', 'draft']]);
  });
});

describe('a comment that is not on the server yet', () => {
  it('is kept while the server is unreachable, with a note, and sent when it is back', async () => {
    view = await mount(server);
    server.unreachable = true;
    server.push({ type: 'mode', mode: 'edit' });
    type(await compose('second step'), 'Kept');
    await expect.poll(view.status).toContain('Offline: trying again');
    expect(view.status()).toContain('1 comment not saved yet');
    server.unreachable = false;
    dispatchEvent(new Event('online'));
    await expect.poll(kept).toEqual([['Kept', 'draft']]);
    await expect.poll(view.status).toContain('All saved');
  });

  it('is opened for writing by a click and by a key', async () => {
    view = await mount(server);
    server.refuses.set('persist_comment', 'The disk is full.');
    press(await compose('second step'), 'Escape');
    type(await compose('second step'), 'Begun');
    for (const reopen of [
      () => view.card('Begun')?.click(),
      () => press(view.$('.mdv-card') ?? document.body, 'e'),
    ]) {
      press(view.field(), 'Escape');
      await until(() => view.$('.mdv-composing') === null);
      reopen();
      await until(() => view.$('.mdv-composing') !== null);
      expect(view.field().value).toBe('Begun');
    }
  });

  it('is restored from this browser after a crash', async () => {
    const storage = new MemoryStorage();
    view = await mount(server, { storage });
    server.refuses.set('persist_comment', 'The disk is full.');
    type(await compose('second step'), 'Before the crash');
    view.unmount();
    server.refuses.clear();
    view = await mount(server, { storage });
    await until(() => view.card('Before the crash') !== null);
    await expect.poll(kept).toEqual([['Before the crash', 'draft']]);
    await expect.poll(() => storage.length).toBe(0);
  });

  it('is restored from the server after a reload, when the browser has no storage', async () => {
    view = await mount(server);
    type(await compose('second step'), 'Reloaded');
    await expect.poll(kept).toHaveLength(1);
    view.unmount();
    view = await mount(server);
    await until(() => view.card('Reloaded') !== null);
  });

  it('is sent immediately when the host closes the view', async () => {
    view = await mount(server);
    type(await compose('second step'), 'Quick');
    await view.host.leave();
    expect(kept()).toEqual([['Quick', 'draft']]);
  });

  it('is saved after a restart of the server', async () => {
    view = await mount(server);
    server.restart();
    type(await compose('second step'), 'Again');
    await expect.poll(kept).toEqual([['Again', 'draft']]);
  });
});

it('asks before a tab is closed only when it has unsent comments', async () => {
  view = await mount(server, { kind: 'page' });
  const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(true);
  type(await compose('second step'), 'Unsent');
  expect(leave()).toBe(false);
});
