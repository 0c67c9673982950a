import { isNode, nodesIn, type SyntaxNode } from './walk.ts';

/** Modules whose default export is a component that passes attributes on to the one element that it renders. */
const passingModules = new Set(['next/link', 'next/image', 'next/legacy/image', 'next/form']);

/**
 * The names of imported components that pass attributes on to their element, which then has the position of the
 * component's tag. Such elements are written in a package, where no attribute is added.
 */
export function passingComponents(program: SyntaxNode): ReadonlySet<string> {
  return new Set(
    nodesIn(program.body)
      .filter(({ type, source }) => type === 'ImportDeclaration' && isNode(source) && isPassing(source.value))
      .flatMap(({ specifiers }) => nodesIn(specifiers))
      .filter(({ type }) => type === 'ImportDefaultSpecifier')
      .flatMap(({ local }) => (isNode(local) && typeof local.name === 'string' ? [local.name] : [])),
  );
}

function isPassing(module: unknown): boolean {
  return typeof module === 'string' && passingModules.has(module);
}
