import { fromBase64 } from '@annotate-mcp/core';
/** Gives files to a page: puts them into a file input, or drops them onto an element. */
import { shadowRootOf } from '@annotate-mcp/page-facts/elements';

import { type LocalTarget, locate } from './locate.ts';

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

export type FilesAnswer =
  | {
      readonly state: 'given';
      readonly files: readonly { readonly name: string; readonly size: number }[];
      readonly notes: readonly string[];
    }
  /** There is no file input at the target. Nothing was done. */
  | { readonly state: 'no-input'; readonly isDropZone: boolean }
  | { readonly state: 'refused'; readonly problem: string };

export function giveFiles(target: LocalTarget, files: readonly GivenFile[]): FilesAnswer {
  const located = locate(target);
  if (!('element' in located)) return refused('it is gone');
  const inputs = fileInputsFor(located.element);
  const [input] = inputs;
  if (input === undefined) return { state: 'no-input', isDropZone: isDropZone(located.element) };
  if (inputs.length > 1) return refused(`it contains ${inputs.length} file inputs; name one of them`);
  return giveToInput(input, files);
}

/** Also for the input of a file chooser that the page has opened; it need not be in the document. */
export function giveToInput(input: HTMLInputElement, files: readonly GivenFile[]): FilesAnswer {
  const problem = problemOf(input, files);
  if (problem !== null) return refused(problem);
  const { files: given } = transferOf(files);
  input.files = given;
  const held = [...input.files].map(({ name, size }) => ({ name, size }));
  if (!isSame(held, [...given])) return refused(`it holds ${describe(held)} afterwards`);
  const notes = acceptNotes(input, [...given]);
  // The page may take the files out of the input at once, so what it holds was read before.
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return { state: 'given', files: held, notes };
}

/** Drops the files as a person does who drags them over the element. */
export function dropFiles(target: LocalTarget, files: readonly GivenFile[]): FilesAnswer {
  const located = locate(target);
  if (!('element' in located)) return refused('it is gone');
  const { element } = located;
  const transfer = transferOf(files);
  dispatchDrag(element, 'dragenter', transfer);
  if (!dispatchDrag(element, 'dragover', transfer) || !dispatchDrag(element, 'drop', transfer)) {
    dispatchDrag(element, 'dragleave', transfer);
    return refused('it accepts no dropped files');
  }
  const notes = ['Dropped. Only the page can say what it did with them: look at it.'];
  return { state: 'given', files: [...transfer.files].map(({ name, size }) => ({ name, size })), notes };
}

function problemOf(input: HTMLInputElement, files: readonly GivenFile[]): string | null {
  if (input.disabled) return 'it is disabled';
  if (input.webkitdirectory) return 'it takes a whole folder, which cannot be given, and no single files';
  if (files.length > 1 && !input.multiple) return `it takes one file, and ${files.length} were given`;
  return null;
}

/** Like a person, an agent may choose another type of file than the page asks for; the page may refuse it. */
function acceptNotes({ accept }: HTMLInputElement, files: readonly File[]): string[] {
  const accepted = accept
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
  if (accepted.length === 0) return [];
  const isAccepted = ({ name, type }: File): boolean =>
    accepted.some((part) => {
      if (part.startsWith('.')) return name.toLowerCase().endsWith(part);
      return part.endsWith('/*') ? type.startsWith(part.slice(0, -1)) : type === part;
    });
  return files
    .filter((file) => !isAccepted(file))
    .map(({ name }) => `The input asks for ${accept}, and ${name} is none of these.`);
}

/** A file input that belongs to the element: itself, the one of its label, or those inside of it. */
function fileInputsFor(element: Element): HTMLInputElement[] {
  const labelled = element.closest('label')?.control ?? null;
  for (const candidate of [element, labelled]) if (isFileInput(candidate)) return [candidate];
  const roots = [element, shadowRootOf(element)];
  return roots.flatMap((root) => [...(root?.querySelectorAll('input[type=file]') ?? [])].filter(isFileInput));
}

function isFileInput(element: Element | null): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/** Many pages take what is dropped anywhere, only so that the browser does not open it: that is no drop zone. */
function isDropZone(element: Element): boolean {
  const transfer = transferOf([{ name: 'a', mimeType: '', base64: '' }]);
  const takes = (each: Element): boolean => {
    dispatchDrag(each, 'dragenter', transfer);
    const isTaken = dispatchDrag(each, 'dragover', transfer);
    dispatchDrag(each, 'dragleave', transfer);
    return isTaken;
  };
  return takes(element) && !takes(document.documentElement);
}

function transferOf(files: readonly GivenFile[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const { name, mimeType, base64 } of files) {
    const bytes = fromBase64(base64);
    transfer.items.add(new File([bytes], name, { type: mimeType }));
  }
  return transfer;
}

/** Returns whether the page took the event. */
function dispatchDrag(element: Element, type: string, dataTransfer: DataTransfer): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  const event = new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...at });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}

type HeldFile = Pick<File, 'name' | 'size'>;

function isSame(held: readonly HeldFile[], given: readonly HeldFile[]): boolean {
  return (
    held.length === given.length &&
    held.every(({ name, size }, index) => name === given[index]?.name && size === given[index].size)
  );
}

function describe(held: readonly HeldFile[]): string {
  return held.length === 0 ? 'nothing' : held.map(({ name, size }) => `${name} (${size} bytes)`).join(', ');
}

function refused(problem: string): FilesAnswer {
  return { state: 'refused', problem };
}
