import { type ComponentNote, noteComponents } from '../component-notes.ts';

import { declaredComponents } from './declared-components.ts';
import type { FindTemplateElements } from './html-template.ts';
import { jsxElements } from './jsx.ts';
import { type MarkableTag, markTags, toModule } from './mark-tags.ts';
import type { ScriptParser } from './parse-script.ts';
import { sourceValue } from './position.ts';
import { walk, type SyntaxNode } from './walk.ts';
import { createWrittenPositions, type FindPosition, type WrittenFile } from './written-position.ts';

export interface MarkOptions {
  readonly jsx: boolean;
  /** `null` for a module without html`…` templates, so that the parser of HTML is not loaded for it. */
  readonly templates: FindTemplateElements | null;
  /** Whether the module notes its components, which are then known by name and file in the page. */
  readonly components?: boolean;
  /** For code that other plugins may have changed. Without it, `code` is the file as it was written. */
  readonly written?: WrittenFile;
}

/**
 * Adds source attributes to elements in JSX and in html`…` templates, before they are compiled. `path` is the file's in
 * the project.
 */
export function markScript(
  code: string,
  path: string,
  { jsx, templates, components = false, written }: MarkOptions,
  parse: ScriptParser,
) {
  const program = jsx || templates !== null ? parse(code, path) : null;
  if (program === null) return;
  const positionAt = createWrittenPositions(code, written ?? null);
  const marked = markTags(code, elementsIn(program, code, { jsx, templates }), path, positionAt);
  if (jsx && components) marked.append(noteComponents(notesOf(program, path, positionAt)));
  return toModule(marked, path);
}

function notesOf(program: SyntaxNode, file: string, positionAt: FindPosition): ComponentNote[] {
  return declaredComponents(program).map(({ name, start }) => {
    const position = positionAt(start, name);
    return { name, file, source: position === null ? null : sourceValue(file, position) };
  });
}

function elementsIn(program: SyntaxNode, code: string, { jsx, templates }: MarkOptions): MarkableTag[] {
  const found: MarkableTag[] = [];
  if (jsx) found.push(...jsxElements(program).map((each) => ({ ...each, insertAt: each.attributesEnd })));
  if (templates === null) return found;
  walk(program, (node) => {
    // In HTML the first of two attributes with the same name wins.
    found.push(...templates(node, code));
  });
  return found;
}
