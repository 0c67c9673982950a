import MagicString from 'magic-string';

import { templateElements } from './html-template.ts';
import { jsxElement } from './jsx.ts';
import type { FoundElement } from './markup.ts';
import { parseScript, type ScriptParser } from './parse-script.ts';
import { attributeText, createPositions } from './position.ts';
import { walk } from './walk.ts';

export interface MarkOptions {
  readonly jsx: boolean;
  readonly templates: boolean;
}

/** Adds source attributes to elements in JSX and in html`…` templates, before they are compiled. `path` is the file's in the project. */
export function markScript(
  code: string,
  path: string,
  { jsx, templates }: MarkOptions,
  parse: ScriptParser = parseScript,
) {
  const program = jsx || templates ? parse(code, path) : null;
  if (program === null) return;
  const found: FoundElement[] = [];
  walk(program, (node) => {
    const element = jsx ? jsxElement(node) : null;
    if (element !== null) found.push(element);
    if (templates) found.push(...templateElements(node, code));
  });
  if (found.length === 0) return;
  const positionAt = createPositions(code);
  const marked = new MagicString(code);
  for (const { start, nameEnd } of found) marked.appendLeft(nameEnd, attributeText(path, positionAt(start)));
  return {
    code: marked.toString(),
    map: marked.generateMap({ source: path, includeContent: true, hires: 'boundary' }),
  };
}
