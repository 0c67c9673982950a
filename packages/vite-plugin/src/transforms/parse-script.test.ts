import { expect, it } from 'vitest';

import { loadScriptParser, loadTransform } from '@annotate-mcp/unplugin';

import { loadViteParser } from './parse-script.ts';

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
])('marks the same elements in $file with the parser of Vite as without it', async ({ file, code }) => {
  const { createScriptMarker } = await loadTransform.script();
  const { templateElements } = await loadTransform.templates();
  const options = { jsx: true, templates: templateElements };
  const marked = createScriptMarker()(code, file, options, await loadViteParser())?.code;
  expect(marked?.match(/data-annotate-source/g)).toHaveLength(2);
  expect(createScriptMarker()(code, file, options, await loadScriptParser())?.code).toBe(marked);
});
