import { type ComponentNote, noteComponents } from '../component-notes.ts';

import { declaredComponents } from './declared-components.ts';
import type { FindTemplateElements } from './html-template.ts';
import { jsxElements } from './jsx.ts';
import { type MarkableTag, markTags, toModule } from './mark-tags.ts';
import { outermostElements } from './outermost-elements.ts';
import type { ScriptParser } from './parse-script.ts';
import { sourceValue } from './position.ts';
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
  { jsx, templates, components, written }: MarkOptions,
  parse: ScriptParser,
) {
  const program = jsx || templates !== null ? parse(code, path) : null;
  if (program === null) return;
  const positionAt = createWrittenPositions(code, written ?? null);
  const marked = markTags(
    code,
    elementsIn(program, code, path, { jsx, templates, components }),
    path,
    positionAt,
  );
  if (jsx && components === 'notes') marked.append(noteComponents(notesOf(program, path, positionAt)));
  return toModule(marked, path);
}

function notesOf(program: SyntaxNode, file: string, positionAt: FindPosition): ComponentNote[] {
  return declaredComponents(program).map(({ name, start }) => {
    const position = positionAt(start, name);
    return { name, file, source: position === null ? null : sourceValue(file, position) };
  });
}

function elementsIn(
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
