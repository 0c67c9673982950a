import { fragmentElements, type FoundElement } from './markup.ts';
import { isIdentifier, isNode, nodesIn, type SyntaxNode } from './walk.ts';

/** A cheap look at the text, to spare the parser modules without templates. */
export const mayHoldTemplates = /\bhtml\s*`|\/\*\s*html\s*\*\/\s*`/i;

/** The elements of html`…` (Lit and its kin), and of a template literal with the comment html before it. */
export function templateElements(node: SyntaxNode, code: string): FoundElement[] {
  const template = templateOf(node, code);
  return template === null ? [] : literalElements(template, code);
}

/**
 * The elements of a template literal that is known to hold HTML. `hole` is read in place of each `${…}`: a word unless
 * whoever wrote the template puts nothing but whole attributes and content there.
 */
export function literalElements(template: SyntaxNode, code: string, hole: 'x' | ' ' = 'x'): FoundElement[] {
  const { start } = template;
  return fragmentElements(withoutHoles(template, code, hole))
    .map((element) => ({ start: element.start + start, nameEnd: element.nameEnd + start }))
    .filter((element) => code[element.start + 1] !== '$');
}

function templateOf(node: SyntaxNode, code: string): SyntaxNode | null {
  if (node.type === 'TaggedTemplateExpression') return taggedBy('html', node);
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
 * The literal with its backticks and every `${…}` overwritten, character for character, by what HTML takes for a plain
 * word wherever it stands: as text, as a value, as a name. So each offset in it is one in the module.
 */
function withoutHoles(template: SyntaxNode, code: string, hole: string): string {
  let text = '';
  let at = template.start;
  for (const { start, end } of textParts(template)) {
    text += hole.repeat(start - at) + code.slice(start, end);
    at = end;
  }
  // The first filler stands for the backtick and must not run into the text.
  return ` ${text.slice(1)}`;
}

function textParts(template: SyntaxNode): { start: number; end: number }[] {
  const quasis = nodesIn(template.quasis);
  // In TypeScript trees a part includes the marks around it, in JavaScript ones it does not.
  const includesMarks = quasis[0]?.start === template.start;
  return quasis.map(({ start, end }, index) =>
    includesMarks ? { start: start + 1, end: end - (index === quasis.length - 1 ? 1 : 2) } : { start, end },
  );
}
