import { afterEach, expect, it } from 'vitest';

import { dropFiles, giveFiles } from './files.ts';

afterEach(() => document.body.replaceChildren());

const target = { by: 'selector', selector: '#target' } as const;
const note = { name: 'note.txt', mimeType: 'text/plain', base64: btoa('hello') };
const picture = { name: 'photo.png', mimeType: 'image/png', base64: btoa('png') };

function inputOf(attributes: string): HTMLInputElement {
  document.body.innerHTML = `<label id="target">Files <input type="file" ${attributes}></label>`;
  const input = document.querySelector('input');
  if (input === null) throw new Error('There is no input.');
  return input;
}

it('puts files into the input of a label, and says what it holds then', async () => {
  const input = inputOf('multiple');
  let told = 0;
  input.onchange = () => told++;
  expect(giveFiles(target, [note, picture])).toEqual({
    state: 'given',
    files: [
      { name: 'note.txt', size: 5 },
      { name: 'photo.png', size: 3 },
    ],
    notes: [],
  });
  expect(told).toBe(1);
  expect(await input.files?.[0]?.text()).toBe('hello');
});

it('says what was given also when the page empties the input at once', () => {
  const input = inputOf('');
  input.onchange = () => (input.value = '');
  expect(giveFiles(target, [note])).toMatchObject({ state: 'given', files: [{ name: 'note.txt' }] });
});

it.each([
  { attributes: '', files: [note, picture], problem: 'it takes one file, and 2 were given' },
  { attributes: 'disabled', files: [note], problem: 'it is disabled' },
  { attributes: 'webkitdirectory', files: [note], problem: 'it takes a whole folder' },
])('gives nothing to an input that does not take it: $problem', ({ attributes, files, problem }) => {
  const input = inputOf(attributes);
  const answer = giveFiles(target, files);
  expect(answer).toMatchObject({ state: 'refused' });
  expect(JSON.stringify(answer)).toContain(problem);
  expect(input.files).toHaveLength(0);
});

it.each([
  { accept: 'image/*', refused: ['note.txt'] },
  { accept: '.PNG, text/plain', refused: [] },
  { accept: 'application/pdf', refused: ['note.txt', 'photo.png'] },
])('notes what an input with accept="$accept" did not ask for', ({ accept, refused }) => {
  inputOf(`multiple accept="${accept}"`);
  const answer = giveFiles(target, [note, picture]);
  const notes = answer.state === 'given' ? answer.notes : [];
  expect(notes.map((text) => /, and (\S+) is none/.exec(text)?.[1])).toEqual(refused);
});

it('does not choose between several inputs', () => {
  document.body.innerHTML = '<form id="target"><input type="file"><input type="file"></form>';
  expect(giveFiles(target, [note])).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('2 file inputs') as string,
  });
});

it('drops files only onto what takes them', () => {
  document.body.innerHTML = '<div id="target">Drop here</div>';
  expect(giveFiles(target, [note])).toEqual({ state: 'no-input', isDropZone: false });
  expect(dropFiles(target, [note])).toMatchObject({ state: 'refused' });
  const zone = document.querySelector<HTMLElement>('#target');
  const dropped: string[] = [];
  zone?.addEventListener('dragover', (event) => event.preventDefault());
  zone?.addEventListener('drop', (event) => {
    event.preventDefault();
    for (const { name } of event.dataTransfer?.files ?? []) dropped.push(name);
  });
  expect(giveFiles(target, [note])).toEqual({ state: 'no-input', isDropZone: true });
  expect(dropFiles(target, [note])).toMatchObject({ state: 'given', files: [{ name: 'note.txt' }] });
  expect(dropped).toEqual(['note.txt']);
});
