import { fragmentElements, type FoundElement } from './markup.ts';
import { isIdentifier, isNode, nodesIn, type SyntaxNode } from './walk.ts';

export type FindTemplateElements = (node: SyntaxNode, code: string) => FoundElement[];

/** The elements of html`…` and svg`…` (Lit and similar libraries) and of a template literal after the comment html. */
export const templateElements: FindTemplateElements = (node, code) => {
  const template = templateOf(node, code);
  return template === null ? [] : literalElements(template, code);
};

/**
 * The elements of a template literal that contains HTML. Each `${…}` is replaced by `filler` before parsing: a letter, or
 * a space when expressions only ever stand for whole attributes and content.
 */
export function literalElements(template: SyntaxNode, code: string, filler: 'x' | ' ' = 'x'): FoundElement[] {
  const { start } = template;
  return fragmentElements(withoutExpressions(template, code, filler))
    .map((element) => ({ start: element.start + start, nameEnd: element.nameEnd + start }))
    .filter((element) => code[element.start + 1] !== '$');
}

function templateOf(node: SyntaxNode, code: string): SyntaxNode | null {
  if (node.type === 'TaggedTemplateExpression') return taggedBy('html', node) ?? taggedBy('svg', node);
  const commented =
    node.type === 'TemplateLiteral' &&
    /\/\*\s*html\s*\*\/\s*$/i.test(code.slice(Math.max(0, node.start - 40), node.start));
  return commented ? node : null;
}

/** The literal of a template with this tag before it. */
export function taggedBy(tag: string, node: SyntaxNode): SyntaxNode | null {
  return isIdentifier(node.tag, tag) && isNode(node.quasi) ? node.quasi : null;
}

/**
 * The literal with its backticks and every `${…}` overwritten character by character, so that offsets stay the same. A
 * letter as filler is valid HTML as text, as a value and as a name.
 */
export function withoutExpressions(template: SyntaxNode, code: string, filler: string): string {
  let text = '';
  let at = template.start;
  for (const { start, end } of textParts(template)) {
    text += filler.repeat(start - at) + code.slice(start, end);
    at = end;
  }
  // The backtick becomes a space, so that it is not joined with the text.
  return ` ${text.slice(1)}`;
}

function textParts(template: SyntaxNode): { start: number; end: number }[] {
  const quasis = nodesIn(template.quasis);
  // In TypeScript syntax trees a part includes its delimiters, in JavaScript ones it does not.
  const includesDelimiters = quasis[0]?.start === template.start;
  return quasis.map(({ start, end }, index) =>
    includesDelimiters
      ? { start: start + 1, end: end - (index === quasis.length - 1 ? 1 : 2) }
      : { start, end },
  );
}
