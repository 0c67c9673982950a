import { SourceMap, type SourceMapPayload } from 'node:module';

import { createPositions, lineStarts, type TextPosition } from './position.ts';

/** The file as it was written, and how the bundler maps the text that earlier plugins made of it. */
export interface WrittenFile {
  readonly text: string;
  /** Asked for only when the text was changed; `null` where the bundler has no map. */
  readonly map: () => object | null;
}

/** Finds the position in the written file of a tag at an offset of the changed text; `null` where it cannot be told. */
export type FindPosition = (offset: number, tag: string) => TextPosition | null;

/**
 * What was changed is between the first and the last difference of both texts. Outside of it positions follow from the
 * texts alone; inside of it they follow from the source map, and count only where the file has the same tag.
 */
export function createWrittenPositions(code: string, written: WrittenFile | null): FindPosition {
  const file = (written?.text ?? code).replace(/^\uFEFF/, '');
  const positionAt = createPositions(file);
  if (written === null || file === code) return positionAt;
  const { start, end } = changedRange(code, file);
  let findMapped: FindPosition | null = null;
  return (offset, tag) => {
    if (offset + tag.length < start) return positionAt(offset);
    if (offset >= end) return positionAt(offset - code.length + file.length);
    findMapped ??= createMappedPositions(code, file, written.map());
    return findMapped(offset, tag);
  };
}

/** The part of `code` that is not in `file`, from the first difference to the last. */
export function changedRange(code: string, file: string): { start: number; end: number } {
  const shorter = Math.min(code.length, file.length);
  let start = 0;
  while (start < shorter && code[start] === file[start]) start++;
  let kept = 0;
  while (kept < shorter - start && code.at(-1 - kept) === file.at(-1 - kept)) kept++;
  return { start, end: code.length - kept };
}

/**
 * The same for the name in a compiled tag, by the source map alone: the position is that of the `<` before the name in the
 * file, and `null` where the file has another name there.
 */
export function createMappedNames(code: string, { text, map }: WrittenFile): FindPosition {
  const file = text.replace(/^\uFEFF/, '');
  const compiled = map();
  if (compiled === null) return () => null;
  const positionAt = createPositions(code);
  const writtenPositionAt = createPositions(file);
  const starts = lineStarts(file);
  const sourceMap = new SourceMap(compiled as SourceMapPayload);
  return (offset, name) => {
    const { line, column } = positionAt(offset);
    const entry = sourceMap.findEntry(line - 1, column - 1);
    if (!('originalLine' in entry)) return null;
    const mapped = (starts[entry.originalLine] ?? file.length) + entry.originalColumn;
    const start = file[mapped] === '<' ? mapped : mapped - 1;
    const isTag = file.startsWith(`<${name}`, start) && !/[\w.:-]/.test(file[start + 1 + name.length] ?? '');
    return isTag ? writtenPositionAt(start) : null;
  };
}

function createMappedPositions(code: string, file: string, map: object | null): FindPosition {
  if (map === null) return () => null;
  const positionAt = createPositions(code);
  const writtenPositionAt = createPositions(file);
  const starts = lineStarts(file);
  const compiled = new SourceMap(map as SourceMapPayload);
  return (offset, tag) => {
    const { line, column } = positionAt(offset);
    const entry = compiled.findEntry(line - 1, column - 1);
    if (!('originalLine' in entry)) return null;
    const start = (starts[entry.originalLine] ?? file.length) + entry.originalColumn;
    // A plugin that returns no map counts as one that changed nothing, so that every position stays the same.
    if (start === offset) return null;
    const isTag = file.startsWith(tag, start) && !/[\w.:-]/.test(file[start + tag.length] ?? '');
    return isTag ? writtenPositionAt(start) : null;
  };
}
