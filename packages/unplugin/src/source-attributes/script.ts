import type MagicString from 'magic-string';

import { type ComponentNote, noteComponents } from '../component-notes.ts';
import { noteTags, tagFunction } from '../tag-notes.ts';

import { type ComponentTag, componentTags } from './component-tags.ts';
import { declaredComponents } from './declared-components.ts';
import type { FindTemplateElements } from './html-template.ts';
import { jsxElements, jsxTexts } from './jsx.ts';
import { type MarkableTag, markTags, type TextRange, toModule } from './mark-tags.ts';
import { type ModuleElements, moveElements } from './move-elements.ts';
import { outermostElements } from './outermost-elements.ts';
import type { ScriptParser } from './parse-script.ts';
import { sourceValue, type TextPosition } from './position.ts';
import { walk, type SyntaxNode } from './walk.ts';
import { createWrittenPositions, type FindPosition, type WrittenFile } from './written-position.ts';

/**
 * `notes`: the module notes its functions, for frameworks that keep the function of what they rendered. `attributes`: the
 * outermost elements say it, for those that keep none.
 */
export type TellComponents = 'notes' | 'attributes';

export interface MarkOptions {
  readonly jsx: boolean;
  /** `null` for a module without html`…` templates, so that the parser of HTML is not loaded for it. */
  readonly templates: FindTemplateElements | null;
  /** How the page gets to know the components of the module by name and file. Default: not from us. */
  readonly components?: TellComponents | undefined;
  /** The module notes the tags of components, for frameworks that keep the props of what they rendered. */
  readonly notesTags?: boolean | undefined;
  /** For code that other plugins may have changed. Without it, `code` is the file as it was written. */
  readonly written?: WrittenFile;
}

/** Returns `undefined` for a module that stays as it is. `path` is the file's in the project. */
export type ScriptMarker = (
  code: string,
  path: string,
  options: MarkOptions,
  parse: ScriptParser,
) => ReturnType<typeof toModule>;

/** Adds source attributes to elements in JSX and in html`…` templates, before they are compiled. */
export function createScriptMarker(): ScriptMarker {
  // Parsing takes most of the time, and many changes of a file are changes of words.
  const marked = new Map<string, { code: string; elements: ModuleElements }>();
  return (code, path, options, parse) => {
    // A bundler may ask for one file with several options, for the server and for the browser.
    const key = `${path} ${options.jsx} ${options.templates !== null} ${options.components} ${options.notesTags}`;
    const before = marked.get(key);
    const elements =
      (before === undefined ? null : moveElements(before, code)) ?? readElements(code, path, options, parse);
    if (elements === null) {
      marked.delete(key);
      return;
    }
    marked.set(key, { code, elements });
    return toModule(markElements(code, path, elements, options), path);
  };
}

function markElements(
  code: string,
  file: string,
  { tags, components, uses }: ModuleElements,
  { written }: MarkOptions,
): MagicString {
  const positionAt = createWrittenPositions(code, written ?? null);
  const marked = markTags(code, tags, file, positionAt);
  const notes = components.map(({ name, start, range }) => {
    const position = positionAt(start, name);
    return {
      name,
      file,
      source: position === null ? null : sourceValue(file, position),
      range: writtenRange(range, positionAt),
    };
  });
  if (markUses(marked, code, uses, positionAt)) marked.append(noteTags(file, code));
  return marked.append(noteComponents(notes));
}

function writtenRange({ start, end }: TextRange, positionAt: FindPosition): ComponentNote['range'] {
  const [from, to] = [positionAt(start, ''), positionAt(end, '')];
  return from === null || to === null ? null : { from: lineAndColumn(from), to: lineAndColumn(to) };
}

/** Whether there is one whose position is known. */
function markUses(
  marked: MagicString,
  code: string,
  uses: readonly ComponentTag[],
  positionAt: FindPosition,
): boolean {
  let isMarked = false;
  for (const { start, nameEnd, end, inJsx } of uses) {
    const position = positionAt(start, code.slice(start, nameEnd));
    if (position === null) continue;
    isMarked = true;
    const [open, close] = inJsx ? ['{', '}'] : ['', ''];
    marked.appendRight(start, `${open}${tagFunction}(`);
    marked.appendLeft(end, `, "${lineAndColumn(position)}")${close}`);
  }
  return isMarked;
}

function lineAndColumn({ line, column }: TextPosition): string {
  return `${line}:${column}`;
}

/** `null` for a module that cannot be parsed. */
function readElements(
  code: string,
  path: string,
  options: MarkOptions,
  parse: ScriptParser,
): ModuleElements | null {
  const { jsx, templates, components, notesTags = false } = options;
  const program = jsx || templates !== null ? parse(code, path) : null;
  if (program === null) return null;
  return {
    tags: tagsIn(program, code, path, options),
    components: jsx && components === 'notes' ? componentNames(program) : [],
    uses: jsx && notesTags ? componentTags(program) : [],
    // A change of words in a template may be one of its elements.
    texts: jsx && templates === null ? jsxTexts(program) : [],
  };
}

/** Without their definitions, which would keep the whole syntax tree. */
function componentNames(program: SyntaxNode): ModuleElements['components'] {
  return declaredComponents(program).map(({ name, start, definition }) => ({
    name,
    start,
    range: { start: definition.start, end: definition.end },
  }));
}

function tagsIn(
  program: SyntaxNode,
  code: string,
  path: string,
  { jsx, templates, components }: MarkOptions,
): MarkableTag[] {
  const found: MarkableTag[] = [];
  if (jsx) {
    const elements = jsxElements(program);
    const tellsComponents = components === 'attributes';
    const outermost = tellsComponents ? outermostElements(program, path, elements) : null;
    for (const each of elements)
      found.push({ ...each, insertAt: each.attributesEnd, component: outermost?.get(each.start) });
  }
  if (templates === null) return found;
  walk(program, (node) => {
    // In HTML the first of two attributes with the same name wins.
    found.push(...templates(node, code));
  });
  return found;
}
