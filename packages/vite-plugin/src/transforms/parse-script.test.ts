import { expect, it } from 'vitest';

import { markScript, parseScript } from '@annotate-mcp/unplugin';

import { parseWithVite } from './parse-script.ts';

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
])('marks the same elements in $file with the parser of Vite as without it', ({ file, code }) => {
  const options = { jsx: true, templates: true };
  const marked = markScript(code, file, options, parseWithVite)?.code;
  expect(marked?.match(/data-annotate-source/g)).toHaveLength(2);
  expect(markScript(code, file, options, parseScript)?.code).toBe(marked);
});
