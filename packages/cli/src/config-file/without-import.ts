/** Takes what init or ng add put into a source file out of it again: an import, and its call in a list or around the configuration, or the name of the package in a list. Every other byte stays. */
import { parse, type ParseResult } from '@babel/parser';
import type { ArrayExpression, File, Node } from '@babel/types';

import { importOf } from './import-of.ts';

export type Removal =
  | { state: 'absent' }
  | { state: 'removed'; after: string }
  /** It is used in a way that a person has to take back. */
  | { state: 'unclear' };

/** `isOurs` tells our package by the source of an import or its name in a list. */
export function withoutImport(text: string, isOurs: (source: string) => boolean): Removal {
  const file = read(text);
  if (file === null) return { state: 'unclear' };
  const imports = file.program.body.filter((statement) => {
    const found = importOf(statement);
    return found !== null && isOurs(found.source);
  });
  const names = new Set(imports.flatMap((statement) => [...(importOf(statement)?.names.values() ?? [])]));
  const isUse = (node: Node) =>
    (node.type === 'Identifier' && names.has(node.name)) ||
    (node.type === 'StringLiteral' && isOurs(node.value));
  const uses = usesOf(file, isUse, imports);
  if (imports.length === 0 && uses.length === 0) return { state: 'absent' };
  const useCuts = uses.map((use) => cutsOf(use, uses, text));
  if (useCuts.includes(null)) return { state: 'unclear' };
  const cuts = [
    ...imports.map((each) => importCut(each, file, text)),
    ...useCuts.flatMap((each) => each ?? []),
  ];
  const after = cuts
    .toSorted((a, b) => b.from - a.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
  return read(after) === null ? { state: 'unclear' } : { state: 'removed', after };
}

interface Cut {
  from: number;
  to: number;
}

/** One of our names, a call of it or a list of it and its options, and what that stands in, from the inside out. */
interface Use {
  element: Node;
  around: readonly Node[];
}

function read(text: string): ParseResult | null {
  try {
    return parse(text, { sourceType: 'module', plugins: ['typescript', 'decorators'] });
  } catch {
    // The build reports the syntax error with more detail.
    return null;
  }
}

function usesOf({ program }: File, isUse: (node: Node) => boolean, imports: readonly Node[]): Use[] {
  const found: Use[] = [];
  const visit = (node: Node, parents: readonly Node[]) => {
    if (imports.includes(node)) return;
    if (isUse(node)) found.push(useAt(node, parents));
    for (const child of childrenOf(node)) visit(child, [node, ...parents]);
  };
  visit(program, []);
  return found;
}

function useAt(name: Node, parents: readonly Node[]): Use {
  const [parent, ...others] = parents;
  const isCall = parent?.type === 'CallExpression' && parent.callee === name;
  const hasOptions = parent?.type === 'ArrayExpression' && others[0]?.type === 'ArrayExpression';
  return isCall || hasOptions ? { element: parent, around: others } : { element: name, around: parents };
}

/** `null` for a use that a person has to take back. */
function cutsOf(use: Use, uses: readonly Use[], text: string): Cut[] | null {
  const [outer] = use.around;
  if (outer?.type === 'ArrayExpression') return [listCut(use, outer, uses, text)];
  const isExported = outer?.type === 'ExportDefaultDeclaration' || outer?.type === 'AssignmentExpression';
  return isExported ? unwrapCuts(use.element) : null;
}

/** Of a call around the whole configuration, which is its only argument. */
function unwrapCuts(call: Node): Cut[] | null {
  const [argument, second] = call.type === 'CallExpression' ? call.arguments : [];
  if (argument === undefined || second !== undefined) return null;
  return [
    { from: startOf(call), to: startOf(argument) },
    { from: endOf(argument), to: endOf(call) },
  ];
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
  const isOnly = program.body.filter((each) => importOf(each) !== null).length === 1;
  const from = startOf(statement);
  const rest = text.slice(endOf(statement));
  const gap = (isOnly ? /^[ \t]*(?:\r?\n){1,2}/ : /^[ \t]*\r?\n/).exec(rest)?.[0] ?? '';
  return { from, to: endOf(statement) + gap.length };
}

function listCut({ element, around }: Use, list: ArrayExpression, uses: readonly Use[], text: string): Cut {
  const isEmptied = list.elements.every((each) => uses.some((use) => use.element === each));
  if (!isEmptied) {
    const items = list.elements.filter((each) => each !== null);
    return itemCut(element, items, list, text);
  }
  return propertyCut(around.slice(1), text) ?? { from: startOf(list) + 1, to: endOf(list) - 1 };
}

/** The property whose value is emptied; with the one around it, where that has no other. */
function propertyCut([property, object, ...others]: readonly Node[], text: string): Cut | null {
  if (property?.type !== 'ObjectProperty' || object?.type !== 'ObjectExpression') return null;
  const outer = object.properties.length === 1 ? propertyCut(others, text) : null;
  return outer ?? itemCut(property, object.properties, object, text);
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
