import { SourceMap, type SourceMapPayload } from 'node:module';

import MagicString from 'magic-string';

import { literalElements, taggedBy } from './html-template.ts';
import { parseScript, type ScriptParser } from './parse-script.ts';
import { attributeText, createPositions, lineStarts, type TextPosition } from './position.ts';
import { walk } from './walk.ts';

interface CompiledMap {
  readonly sourcesContent?: readonly (string | null)[] | undefined;
}

/** Adds source attributes to the compiled output of an Astro component. `map` leads from `code` to the component. */
export function markAstro(code: string, map: CompiledMap, path: string, parse: ScriptParser = parseScript) {
  const source = map.sourcesContent?.[0] ?? null;
  const program = source === null ? null : parse(code, `${path}.ts`);
  if (source === null || program === null) return;
  const originalOf = createOriginalPositions(code, source, map);
  const marked = new MagicString(code);
  walk(program, (node) => {
    const template = taggedBy('$$render', node);
    for (const { start, nameEnd } of template === null ? [] : literalElements(template, code, ' ')) {
      const position = originalOf(start, code.slice(start, nameEnd));
      if (position !== null) marked.appendLeft(nameEnd, attributeText(path, position));
    }
  });
  if (!marked.hasChanged()) return;
  return { code: marked.toString(), map: marked.generateMap({ source: path, hires: 'boundary' }) };
}

/** Finds the position in the component of a tag in the compiled module; `null` where that position has another tag. */
function createOriginalPositions(
  code: string,
  source: string,
  map: CompiledMap,
): (offset: number, tag: string) => TextPosition | null {
  const positionAt = createPositions(code);
  const originalPositionAt = createPositions(source);
  const starts = lineStarts(source);
  const compiled = new SourceMap(map as SourceMapPayload);
  return (offset, tag) => {
    const { line, column } = positionAt(offset);
    const entry = compiled.findEntry(line - 1, column - 1);
    if (!('originalLine' in entry)) return null;
    const mapped = (starts[entry.originalLine] ?? source.length) + entry.originalColumn;
    // The compiler maps whitespace that it removed to what follows it.
    const start = mapped + (/^(?:\s|<!--[^]*?-->)*/.exec(source.slice(mapped))?.[0].length ?? 0);
    return source.startsWith(tag, start) ? originalPositionAt(start) : null;
  };
}
