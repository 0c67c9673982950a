/** Pictures in comments: attached, drawn on, kept with the draft, and shown in the card. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

async function picture(name: string, color = 'red'): Promise<File> {
  const canvas = new OffscreenCanvas(60, 40);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  context.fillStyle = color;
  context.fillRect(0, 0, 60, 40);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}

function transferOf(...files: File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

async function compose(): Promise<HTMLElement> {
  await view.select('second step');
  view.button('Comment C').click();
  await until(() => view.$('.mdv-composing') !== null);
  return view.$('.mdv-composing') ?? document.body;
}

const drop = (on: HTMLElement, ...files: File[]) =>
  on.dispatchEvent(
    new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transferOf(...files) }),
  );
const rows = () => [...view.root.querySelectorAll('.nga-pictures li')];
const drafts = () => [...server.comments.values()];

describe('a picture in a comment', () => {
  it('that is pasted or dropped is stored by the server, goes with the draft and is shown in the card', async () => {
    view = await mount(server);
    const composer = await compose();
    const clipboardData = transferOf(await picture('pasted.png'));
    view
      .field()
      .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    await until(() => rows().length === 1 && server.pictures.size === 1);
    drop(composer, await picture('dropped.png', 'blue'));
    await until(() => server.pictures.size === 2);
    type(view.field(), 'As here');
    await until(() => !view.action('Add').disabled);
    view.action('Add').click();
    await expect
      .poll(() => drafts()[0])
      .toMatchObject({ annotationText: 'As here', pictures: [...server.pictures.keys()] });
    const shown = () => view.root.querySelectorAll('.nga-thread-pictures button canvas').length;
    await expect.poll(shown).toBe(2);
    view.card('As here')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.poll(() => view.card('As here')?.textContent).toContain('2 pictures');
    view.submitAll().click();
    await expect.poll(() => drafts()[0]?.status).toBe('pending');
    await view.openCard('As here');
    await expect.poll(shown).toBe(2);
  });

  it('is drawn on, and the one from before is not sent', async () => {
    view = await mount(server);
    const composer = await compose();
    drop(composer, await picture('a.png'));
    await until(() => view.$('[data-nga=draw]') !== null);
    view.$('[data-nga=draw]')?.click();
    await until(() => view.$('[data-nga=drawing]') !== null);
    await until(() => view.$('.nga-draw-area [tabindex="0"]') !== null);
    // All of the screen, although the card that it belongs to is small.
    expect(view.$('.nga-draw')?.getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 1280 });
    view
      .$('[data-nga=drawing]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await until(() => view.$('[data-nga=drawing]') === null);
    expect(view.$('.mdv-composing')).not.toBeNull();
    view.$('[data-nga=draw]')?.click();
    await until(() => view.$('.nga-draw-area [tabindex="0"]') !== null);
    const surface = view.$('.nga-draw-area [tabindex="0"]');
    view.$('[data-nga=tool-blur]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
    surface?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    view.$('[data-nga=drawn]')?.click();
    await until(() => server.pictures.size === 2 && rows().length === 1);
    type(view.field(), 'Blurred');
    await expect.poll(() => drafts()[0]?.pictures).toEqual([[...server.pictures.keys()][1]]);
  });

  it('that is none, or one too many, is refused with the reason', async () => {
    view = await mount(server);
    const composer = await compose();
    drop(composer, new File(['no picture'], 'notes.txt', { type: 'text/plain' }));
    await until(() => view.$('.nga-problem') !== null);
    expect(view.$('.nga-problem')?.textContent).toContain('notes.txt was not attached.');
    expect(server.pictures.size).toBe(0);
    const colors = ['red', 'blue', 'green', 'black', 'white'];
    drop(composer, ...(await Promise.all(colors.map((color) => picture(`${color}.png`, color)))));
    await until(() => server.pictures.size === 4 && rows().length === 4);
    expect(view.$('.nga-problem')?.textContent).toContain('at most 4 pictures');
  });

  it('of a draft is removed again, and is there after a reload', async () => {
    const name = `${'0'.repeat(63)}7.webp`;
    server.pictures.set(name, '');
    server.seed('first', 'One', { status: 'draft', pictures: [name] });
    view = await mount(server);
    await view.openCard('One');
    view.action('Edit').click();
    await until(() => rows().length === 1);
    view.button('Remove Picture 1').click();
    await expect.poll(() => drafts()[0]?.pictures).toBeUndefined();
  });
});
