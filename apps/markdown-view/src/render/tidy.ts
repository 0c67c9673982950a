/** Completes the HTML of a block before it is put into the page. */

const withWords = 'p,h1,h2,h3,h4,h5,h6,li,dt,dd,th,td,caption,summary,figcaption';
const around = 'ul,ol,dl,blockquote,table,details';

export function tidy(fragment: DocumentFragment): void {
  setDirections(fragment);
  for (const code of fragment.querySelectorAll('pre')) code.setAttribute('dir', 'ltr');
  for (const field of fragment.querySelectorAll('input:not([type=checkbox])')) field.remove();
  for (const box of fragment.querySelectorAll('li.task input')) name(box);
  for (const picture of fragment.querySelectorAll('img:not([src])'))
    picture.replaceWith(pictureFrame(picture));
  for (const table of fragment.querySelectorAll('table')) scrollable(table);
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('rel', 'noopener noreferrer');
    // A drag selects the words of the link; the browser would drag its address.
    link.setAttribute('draggable', 'false');
  }
}

/** `dir=auto` ignores elements with a direction of their own, so the elements around them get an explicit one. */
function setDirections(fragment: DocumentFragment): void {
  for (const element of fragment.querySelectorAll(withWords)) {
    // A number has no direction of its own and takes the one of the text around it.
    if (!element.hasAttribute('dir') && /\p{L}/u.test(element.textContent))
      element.setAttribute('dir', 'auto');
  }
  for (const element of fragment.querySelectorAll(around)) {
    if (!element.hasAttribute('dir') && isRightToLeft(element.textContent))
      element.setAttribute('dir', 'rtl');
  }
}

function isRightToLeft(text: string): boolean {
  const [letter = ''] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter);
}

/** The label of a task's check box is the text of the task, without nested tasks. */
function name(box: Element): void {
  const task = box.closest('li')?.cloneNode(true);
  if (!(task instanceof Element)) return;
  for (const below of task.querySelectorAll('ul,ol')) below.remove();
  const words = task.textContent.replaceAll(/\s+/g, ' ').trim();
  box.setAttribute('aria-label', words === '' ? 'Task' : words.slice(0, 120));
}

/** Takes the place of a picture that `pictures.ts` may show in it. Its description is not a part of the text. */
function pictureFrame(picture: Element): HTMLElement {
  const words = picture.getAttribute('alt')?.trim() ?? '';
  const frame = document.createElement('span');
  frame.className = 'picture';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'img');
  frame.setAttribute('aria-label', words === '' ? 'A picture without a description' : words);
  frame.dataset.alt = words;
  for (const name of ['address', 'width', 'height']) {
    const value = picture.getAttribute(name === 'address' ? 'data-address' : name);
    if (value !== null) frame.dataset[name] = value;
  }
  return frame;
}

function scrollable(table: Element): void {
  const around = document.createElement('div');
  around.className = 'table';
  const direction = table.getAttribute('dir');
  if (direction !== null) around.setAttribute('dir', direction);
  table.replaceWith(around);
  around.append(table);
}
