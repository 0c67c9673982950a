import { isNode, nodesIn, type SyntaxNode } from './walk.ts';

/** Components that pass attributes on to the one element that they render, by module. */
const passingModules = new Map([
  ['next/link', 'default'],
  ['next/image', 'default'],
  ['next/legacy/image', 'default'],
  ['next/form', 'default'],
  // Solid has no record of who rendered an element, from which the tag of its component could be found.
  ['@solidjs/router', 'A'],
  // Qwik neither.
  ['@builder.io/qwik-city', 'Link'],
  ['@qwik.dev/router', 'Link'],
]);

/**
 * The names of imported components that pass attributes on to their element, which then has the position of the
 * component's tag. Such elements are written in a package, where no attribute is added.
 */
export function passingComponents(program: SyntaxNode): ReadonlySet<string> {
  return importedFrom(passingModules, program);
}

/** The names of Solid's `Dynamic`, which passes attributes on where its prop `component` is the name of an element. */
export function dynamicComponents(program: SyntaxNode): ReadonlySet<string> {
  return importedFrom(dynamicModules, program);
}

const dynamicModules = new Map([['solid-js/web', 'Dynamic']]);

/** The local names of these exports, by module. */
function importedFrom(modules: ReadonlyMap<string, string>, program: SyntaxNode): ReadonlySet<string> {
  return new Set(
    nodesIn(program.body)
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ source, specifiers }) => {
        const wanted = isNode(source) ? modules.get(String(source.value)) : undefined;
        return nodesIn(specifiers).filter((specifier) => importedName(specifier) === wanted);
      })
      .flatMap(({ local }) => (isNode(local) && typeof local.name === 'string' ? [local.name] : [])),
  );
}

/** `null` for a namespace, whose members are not followed. */
function importedName({ type, imported }: SyntaxNode): string | null {
  if (type === 'ImportDefaultSpecifier') return 'default';
  return type === 'ImportSpecifier' && isNode(imported) ? String(imported.name) : null;
}
