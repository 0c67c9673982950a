/** Colours of code: few, of equal weight, and readable on the background of a code block in both themes. */

const colours: readonly (readonly [kinds: string, light: string, dark: string])[] = [
  ['comment,quote', '#62626b', '#a6a6b0'],
  ['keyword,selector-tag,literal,section,doctag,meta .hljs-keyword', '#7c3aed', '#c4b5fd'],
  ['string,regexp,template-tag,template-variable,addition,meta .hljs-string', '#166534', '#86efac'],
  ['number,symbol,bullet,variable.constant_', '#92400e', '#fcd34d'],
  ['title,title.function_,selector-id,selector-class', '#1d4ed8', '#93c5fd'],
  ['type,built_in,title.class_,name,selector-pseudo', '#0f766e', '#5eead4'],
  ['attr,attribute,variable,params .hljs-variable,property', '#9a3412', '#fdba74'],
  ['meta,link', '#475569', '#cbd5e1'],
  ['deletion', '#be123c', '#fda4af'],
];

export const codeStyles = `${colours
  .map(
    ([kinds, light, dark]) =>
      `.document :is(${kinds
        .split(',')
        .map((kind) => kind.split(' ').map(selector).join(' '))
        .join(',')}){color:light-dark(${light},${dark})}`,
  )
  .join('\n')}
.document .hljs-comment,.document .hljs-quote,.document .hljs-emphasis{font-style:italic}
.document .hljs-strong,.document .hljs-section{font-weight:650}
`;

function selector(kind: string): string {
  return kind.startsWith('.') ? kind : `.hljs-${kind}`;
}
