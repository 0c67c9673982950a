/** Takes what init or ng add put into a source file out of it again: an import, and its call in a list. Every other byte stays. */
import { parse, type ParseResult } from '@babel/parser';
import type { ArrayExpression, File, Node, ObjectExpression, ObjectProperty } from '@babel/types';

export type Removal =
  | { state: 'absent' }
  | { state: 'removed'; after: string }
  /** It is used in a way that a person has to take back. */
  | { state: 'unclear' };

/** `isOurs` tells our package by the source of an import. */
export function withoutImport(text: string, isOurs: (source: string) => boolean): Removal {
  const file = read(text);
  if (file === null) return { state: 'unclear' };
  const imports = file.program.body.filter(
    (statement) => statement.type === 'ImportDeclaration' && isOurs(statement.source.value),
  );
  if (imports.length === 0) return { state: 'absent' };
  const names = new Set(imports.flatMap(localNames));
  const uses = usesOf(file, names);
  if (uses.some(({ list }) => list === null)) return { state: 'unclear' };
  const cuts = [...imports.map((each) => importCut(each, file, text)), ...listCuts(uses, text)];
  const after = cuts
    .toSorted((a, b) => b.from - a.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
  return read(after) === null ? { state: 'unclear' } : { state: 'removed', after };
}

interface Cut {
  from: number;
  to: number;
}

/** An element of a list that is one of our names, or a call of it; `list` is `null` for any other use. */
interface Use {
  element: Node;
  list: ArrayExpression | null;
  /** The property whose value the list is, and the object around it. */
  property: ObjectProperty | null;
  object: ObjectExpression | null;
}

function read(text: string): ParseResult | null {
  try {
    return parse(text, { sourceType: 'module', plugins: ['typescript', 'decorators'] });
  } catch {
    // The build says better what is wrong with it.
    return null;
  }
}

function localNames(statement: File['program']['body'][number]): string[] {
  return statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [];
}

function usesOf({ program }: File, names: ReadonlySet<string>): Use[] {
  const found: Use[] = [];
  const visit = (node: Node, parents: readonly Node[]) => {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'Identifier' && names.has(node.name)) found.push(useAt(node, parents));
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
  };
  visit(program, []);
  return found;
}

function useAt(name: Node, [parent, ...others]: readonly Node[]): Use {
  const isCall = parent?.type === 'CallExpression' && parent.callee === name;
  const element = isCall ? parent : name;
  const [list, property, object] = isCall ? others : [parent, ...others];
  if (list?.type !== 'ArrayExpression') return { element, list: null, property: null, object: null };
  const isValue = property?.type === 'ObjectProperty' && object?.type === 'ObjectExpression';
  return { element, list, property: isValue ? property : null, object: isValue ? object : null };
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child: unknown): child is Node => isNode(child));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;
}

/** With its line, and with the empty line that init put below an import that is the only one. */
function importCut(statement: Node, { program }: File, text: string): Cut {
  const isOnly = program.body.filter(({ type }) => type === 'ImportDeclaration').length === 1;
  const from = startOf(statement);
  const rest = text.slice(endOf(statement));
  const gap = (isOnly ? /^[ \t]*(?:\r?\n){1,2}/ : /^[ \t]*\r?\n/).exec(rest)?.[0] ?? '';
  return { from, to: endOf(statement) + gap.length };
}

function listCuts(uses: readonly Use[], text: string): Cut[] {
  return uses.flatMap(({ element, list, property, object }) => {
    if (list === null) return [];
    const isEmptied = list.elements.every((each) => uses.some((use) => use.element === each));
    if (!isEmptied)
      return [
        itemCut(
          element,
          list.elements.filter((each) => each !== null),
          list,
          text,
        ),
      ];
    if (property !== null && object !== null) return [itemCut(property, object.properties, object, text)];
    return [{ from: startOf(list) + 1, to: endOf(list) - 1 }];
  });
}

/** An element with the comma and the space that belong to it. */
function itemCut(item: Node, items: readonly Node[], around: Node, text: string): Cut {
  const index = items.indexOf(item);
  const [before, after] = [items[index - 1], items[index + 1]];
  if (after !== undefined) {
    const gap = /^\s*,(?:[ \t]*\r?\n)?[ \t]*/.exec(text.slice(endOf(item)))?.[0] ?? '';
    return { from: startOf(item), to: endOf(item) + gap.length };
  }
  if (before !== undefined) return { from: endOf(before), to: endOf(item) };
  return { from: startOf(around) + 1, to: endOf(around) - 1 };
}

const startOf = ({ start }: Node) => start ?? 0;
const endOf = ({ end }: Node) => end ?? 0;
