import { expect, it } from 'vitest';

import { templateElements } from './html-template.ts';
import { jsxElement } from './jsx.ts';
import { parseScript, parseWithoutVite, type HookParser } from './parse-script.ts';
import { walk, type SyntaxNode } from './walk.ts';

const noParser: HookParser = {
  parse() {
    throw new Error('This parser knows no TypeScript.');
  },
};

it.each([
  {
    file: 'src/card.tsx',
    code: `type Props = { é: '😀' };
const id = <T,>(value: T) => value;
export function Card(props: Props) {
  return <article class="card"><Title of={id<string>('a') as string} /><p>{props!.é satisfies string}</p></article>;
}
`,
  },
  {
    file: 'src/x-card.ts',
    code: `@customElement('x-card')
export class XCard extends LitElement {
  @property() accessor title = '';
  constructor(@inject() private readonly size: number) { super(); }
  render() { return html\`<p>\${<string>this.title}</p><i></i>\`; }
}
`,
  },
])('finds the same elements in $file with Vite 7 as with later versions', ({ file, code }) => {
  const without = elementsIn(parseWithoutVite(code, file, noParser), code);
  expect(without).toHaveLength(2);
  expect(without).toEqual(elementsIn(parseScript(code, file, noParser), code));
});

function elementsIn(program: SyntaxNode | null, code: string) {
  const found: unknown[] = [];
  if (program === null) return found;
  walk(program, (node) => found.push(...[jsxElement(node) ?? []].flat(), ...templateElements(node, code)));
  return found;
}
