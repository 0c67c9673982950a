/** Finds component names in a module's text with regular expressions: parsing every module of the app would be slow. */

import { basename, extname } from 'node:path';

export interface FoundComponent {
  name: string;
  /** The tag of a custom element. */
  selector?: string;
}

export function findComponents(file: string, code: string): FoundComponent[] {
  const extension = extname(file);
  if (extension === '.vue' || extension === '.svelte') return [{ name: basename(file, extension) }];
  const selectors = selectorsIn(code);
  const names = new Set([...namesIn(code), ...selectors.keys()]);
  return [...names].map((name) => {
    const selector = selectors.get(name);
    return { name, ...(selector !== undefined && { selector }) };
  });
}

// Only declarations at the start of a line: nested ones are not components. A constant is a component when a function or
// one of the usual wrappers follows, so `Routes = [` and `MAX_SIZE = 3` are not.
const declarations = [
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s+([A-Z][\w$]*)\s*[(<]/gm,
  /^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+([A-Z][\w$]*)\b[^{]*\bextends\b/gm,
  /^(?:export\s+)?(?:const|let|var)\s+([A-Z][\w$]*)\s*(?::[^=\n]+)?=\s*(?:async\s*)?(?:\(|<|function\b|[\w$]+\s*=>|(?:[\w$]+\.)?(?:memo|forwardRef|lazy|observer|component\$|defineComponent|styled)\b)/gm,
];

function namesIn(code: string): string[] {
  return declarations.flatMap((declaration) =>
    [...code.matchAll(declaration)].flatMap(([, name]) => (name === undefined ? [] : [name])),
  );
}

const definitions = [
  /\bcustomElements\s*\.\s*define\(\s*(?<quote>['"`])(?<tag>[a-z][\w.-]*-[\w.-]*)\k<quote>\s*,\s*(?:class\s+)?(?<name>[A-Za-z_$][\w$]*)/g,
  /@customElement\(\s*(?<quote>['"`])(?<tag>[a-z][\w.-]*-[\w.-]*)\k<quote>\s*\)[^{;]*?\bclass\s+(?<name>[A-Za-z_$][\w$]*)/g,
];

function selectorsIn(code: string): Map<string, string> {
  const selectors = new Map<string, string>();
  if (!code.includes('customElement')) return selectors;
  for (const definition of definitions) {
    for (const { groups } of code.matchAll(definition)) {
      if (groups?.name !== undefined && groups.tag !== undefined) selectors.set(groups.name, groups.tag);
    }
  }
  return selectors;
}
