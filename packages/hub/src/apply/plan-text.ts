/** Whether a text that a person tried by hand can be written into its file exactly, and with which edit. */
import type { SourceLocation } from '@annotate-mcp/core';

import {
  isUnclearCharacter,
  offsetAt,
  smallestEdit,
  type SourceEditRange,
  type TagText,
  valueOf,
  wholeEdit,
} from './tag-text.ts';

/** As the page collapses spaces. */
export interface TextWish {
  readonly before: string;
  readonly after: string;
}

export type TextPlan =
  | { readonly edit: SourceEditRange; readonly newText: string; readonly tagName: string }
  | { readonly handedOn: HandOnReason };

/** Why an agent has to do it. */
export const handOnReasons = {
  'unknown-place': 'the page does not say which tag of which file shows this text',
  'no-language': 'texts in files of this kind are not written by Apply',
  'not-read': 'the file could not be read for certain',
  'other-tag': 'no tag begins at this place of the file any more',
  'no-literal': 'the text is not written in this tag: it comes from elsewhere',
  'already-written': 'the file has this text already',
  'other-text': 'the tag has another text in the file than on the page',
  ambiguous: 'the file has several tags with this text',
  unwritable: 'this text cannot be written here as it is',
  redacted: 'a part of the text was left out because it looks like a secret',
  empty: 'without a text, it is not clear what stays of the element',
  'not-only-text': 'something besides the text of one element is to change',
  'no-file': 'the file is not there, is not a file of this project, or is ignored by git',
  'no-utf-8': 'the file is not UTF-8, is very large, or also has another name',
  'not-shown': 'the lines are too long for a diff that can be read',
} as const;
export type HandOnReason = keyof typeof handOnReasons;

const longestText = 2_000;

/** What a page sends in the place of secrets. The person has tried another text. */
const redacted = '[redacted]';

export async function planText(
  text: string,
  { file, line, column }: SourceLocation,
  wish: TextWish,
): Promise<TextPlan> {
  const { after } = wish;
  if (after === '') return { handedOn: 'empty' };
  if (after.includes(redacted)) return { handedOn: 'redacted' };
  if (
    after.length > longestText ||
    Array.from(after).some((each) => each !== ' ' && isUnclearCharacter(each))
  )
    return { handedOn: 'unwritable' };
  const read = readerFor(file, text);
  if (read === null) return { handedOn: 'no-language' };
  const tags = await read(text);
  if (tags === null) return { handedOn: 'not-read' };
  const offset = offsetAt(text, { line, column });
  if (offset === null || text.charAt(offset) !== '<') return { handedOn: 'other-tag' };
  const target = tags.find(({ tag }) => tag === offset);
  if (target === undefined) return { handedOn: 'no-literal' };
  if (valueOf(target) === after) return { handedOn: 'already-written' };
  if (valueOf(target) !== wish.before) return { handedOn: 'other-text' };
  // The file may be another one than the page was made of: then only a text that is there once is certain.
  if (tags.filter((each) => valueOf(each) === wish.before).length > 1) return { handedOn: 'ambiguous' };
  if (!isWritable(after, target)) return { handedOn: 'unwritable' };
  for (const edit of [smallestEdit(target, after), wholeEdit(target, after)]) {
    if (edit === null) continue;
    const newText = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    const written = await read(newText);
    if (written !== null && isOnlyChange(tags, written, target, { edit, after }))
      return { edit, newText, tagName: target.name };
  }
  return { handedOn: 'unwritable' };
}

/** Angular, and programs that take a page as their template, look for these after references are read. */
function isWritable(after: string, { grammar }: TagText): boolean {
  return (grammar !== 'angular' && grammar !== 'html') || !/\{\{|\}\}/.test(after);
}

type ReadTexts = (text: string) => Promise<TagText[] | null>;

/** The parsers are loaded with the first text of their language. */
function readerFor(file: string, text: string): ReadTexts | null {
  const [extension = ''] = /\.[^./]*$/.exec(file) ?? [];
  const markup = (grammar: 'html' | 'vue' | 'svelte' | 'angular' | 'astro'): ReadTexts => {
    return async (each) => (await import('./markup-texts.ts')).markupTexts(each, grammar);
  };
  switch (extension) {
    case '.jsx':
    case '.tsx':
    case '.js':
    case '.mjs':
      return async (each) => (await import('./jsx-texts.ts')).jsxTexts(each, file);
    case '.vue':
      return markup('vue');
    case '.svelte':
      return markup('svelte');
    case '.astro':
      return markup('astro');
    case '.html':
    case '.htm':
      // What is no whole page may be a template of Angular, which reads more marks than HTML.
      return markup(/<!doctype|<html[\s>]/i.test(text) ? 'html' : 'angular');
    default:
      return null;
  }
}

/** Every other tag has the text that it had, and this one the new one. */
function isOnlyChange(
  before: readonly TagText[],
  written: readonly TagText[],
  target: TagText,
  { edit, after }: { edit: SourceEditRange; after: string },
): boolean {
  const grown = edit.text.length - (edit.end - edit.start);
  return (
    written.length === before.length &&
    before.every((old, index) => {
      const now = written[index];
      return (
        now?.name === old.name &&
        now.grammar === old.grammar &&
        now.tag === (old.tag < edit.start ? old.tag : old.tag + grown) &&
        valueOf(now) === (old === target ? after : valueOf(old))
      );
    })
  );
}
