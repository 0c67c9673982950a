import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { addCard, loaded, type Mounted, picked } from './testing/mounted.tsx';
import { pictureFile } from './testing/picture-file.ts';

let overlay: Mounted;
let card: HTMLElement;

beforeEach(async () => {
  card = addCard();
  overlay = await loaded();
  overlay.dispatch({ type: 'compose:open', target: { kind: 'picked', picked: [picked(card)] } });
  overlay.dispatch({ type: 'compose:text', text: 'As here' });
});

afterEach(() => {
  overlay.unmount();
  card.remove();
});

const pictures = () => {
  const { mode } = overlay.state();
  return mode.name === 'annotate' ? mode.compose.pictures : [];
};
const names = () =>
  [...overlay.root.querySelectorAll('.nga-picture-name')].map(({ textContent }) => textContent);
const problem = () => overlay.$('.nga-panel [role=alert]')?.textContent;
/** Read, and so ready to be sent. */
const readNames = () => pictures().flatMap(({ name, picture }) => (picture === null ? [] : name));

function transferOf(...files: File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

function paste(clipboardData: DataTransfer): ClipboardEvent {
  const event = new ClipboardEvent('paste', {
    clipboardData,
    bubbles: true,
    composed: true,
    cancelable: true,
  });
  overlay.field('.nga-textarea').dispatchEvent(event);
  return event;
}

function drag(type: string, dataTransfer: DataTransfer): DragEvent {
  const event = new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true });
  overlay.$('[data-nga=composer]')?.dispatchEvent(event);
  return event;
}

describe('a picture in the composer', () => {
  it('is pasted, is shown with its name, and can be removed', async () => {
    expect(paste(transferOf(await pictureFile('before.png'))).defaultPrevented).toBe(true);
    await expect.poll(readNames).toEqual(['before.png']);
    expect(names()).toEqual(['before.png']);
    const [{ picture } = { picture: null }] = pictures();
    expect(picture?.type).toBe('image/webp');
    overlay.button('Remove before.png').click();
    expect(pictures()).toEqual([]);
    expect(overlay.$('.nga-pictures')).toBeNull();
  });

  it('is dropped, and the app gets nothing of it', async () => {
    const onAppEvent = vi.fn();
    for (const name of ['dragenter', 'dragover', 'drop']) document.addEventListener(name, onAppEvent);
    const transfer = transferOf(await pictureFile('a.png'), await pictureFile('b.png'));
    expect(drag('dragover', transfer).defaultPrevented).toBe(true);
    await expect.poll(() => overlay.$('[data-drop]')).not.toBeNull();
    drag('drop', transfer);
    for (const name of ['dragenter', 'dragover', 'drop']) document.removeEventListener(name, onAppEvent);
    await expect.poll(readNames).toEqual(['a.png', 'b.png']);
    expect(onAppEvent).not.toHaveBeenCalled();
    expect(overlay.$('[data-drop]')).toBeNull();
  });

  it('is chosen with the button, for those who use the keyboard', async () => {
    const input = overlay.root.querySelector<HTMLInputElement>('input[type=file]');
    const open = vi.fn();
    input?.addEventListener('click', (event) => {
      event.preventDefault();
      open();
    });
    overlay.button('Picture').click();
    expect(open).toHaveBeenCalledOnce();
    if (input) input.files = transferOf(await pictureFile('chosen.png')).files;
    input?.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.poll(readNames).toEqual(['chosen.png']);
  });

  it('leaves pasted and dropped text to the field', async () => {
    const text = new DataTransfer();
    text.setData('text/plain', 'Only words');
    expect(paste(text).defaultPrevented).toBe(false);
    expect(drag('dragover', text).defaultPrevented).toBe(false);
    const cells = transferOf(await pictureFile('image.png'));
    cells.setData('text/plain', '1\t2');
    expect(paste(cells).defaultPrevented).toBe(false);
    expect(pictures()).toEqual([]);
    const copiedFile = transferOf(await pictureFile('photo.png'));
    copiedFile.setData('text/plain', 'photo.png');
    paste(copiedFile);
    await expect.poll(readNames).toEqual(['photo.png']);
  });

  it('is refused when it is none, by its name', async () => {
    paste(transferOf(new File(['%PDF-1.7'], 'notes.pdf', { type: 'application/pdf' })));
    await expect
      .poll(problem)
      .toBe('notes.pdf is not a picture that this browser can read. Attach a PNG, JPEG or WebP.');
    expect(pictures()).toEqual([]);
    paste(transferOf(await pictureFile('a.png')));
    await expect.poll(readNames).toEqual(['a.png']);
    expect(problem()).toBeUndefined();
  });

  it('is one of four at most', async () => {
    const files = await Promise.all([1, 2, 3, 4, 5].map((n) => pictureFile(`${n}.png`)));
    paste(transferOf(...files));
    await expect.poll(readNames).toEqual(['1.png', '2.png', '3.png', '4.png']);
    expect(problem()).toBe('5.png was not added: a comment has at most 4 pictures.');
  });

  it('is waited for: nothing is sent while it is read', async () => {
    overlay.dispatch({
      type: 'compose:change',
      change: () => ({ pictures: [{ id: 'a', name: 'a.png', picture: null }] }),
    });
    expect(overlay.button('Send to agent').disabled).toBe(true);
    overlay.button('Remove a.png').click();
    expect(overlay.button('Send to agent').disabled).toBe(false);
  });

  it('that arrives after another composer was opened is not added to that one', async () => {
    const file = await pictureFile('late.png');
    paste(transferOf(file));
    overlay.dispatch({ type: 'compose:open', target: { kind: 'page' } });
    await createImageBitmap(file);
    await new Promise(requestAnimationFrame);
    expect(pictures()).toEqual([]);
  });
});
