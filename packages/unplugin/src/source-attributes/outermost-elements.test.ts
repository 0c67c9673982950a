import { expect, it } from 'vitest';

import { jsxElements } from './jsx.ts';
import { outermostElements } from './outermost-elements.ts';
import { parseScript } from './parse-script.ts';

/** The tag of each outermost element, with the name of its component. */
function outermostIn(code: string, path = 'src/a.tsx'): string[] {
  const program = parseScript(code, path);
  if (program === null) throw new Error('The code cannot be parsed.');
  const found = outermostElements(program, path, jsxElements(program));
  return [...found].map(([start, component]) => `${/^<[\w.]+/.exec(code.slice(start))?.[0]} ${component}`);
}

it('finds the elements of a component that no other element of it is around', () => {
  const code = `import { Box } from 'ui';
export default async function Page() {
  const rows = list.map((each) => <li>{each}</li>);
  if (list.length === 0) return <p><b>none</b></p>;
  return <><ul>{rows}</ul><Box footer={<i>end</i>}><h1>in a box</h1></Box></>;
}
const Row = component$<Props>(({ a }) => <mark>{a}</mark>);
class Old extends Component { render() { return <div />; } }
const icon = <u />;
`;
  expect(outermostIn(code)).toEqual([
    '<li Page',
    '<p Page',
    '<ul Page',
    '<i Page',
    '<h1 Page',
    '<mark Row',
    '<div Old',
  ]);
});

it.each([
  ['app/cart/page.tsx', 'cart/page'],
  ['src/routes/cart/layout-wide.tsx', 'layout-wide'],
  ['src/routes/cart/index@wide.tsx', 'cart/index@wide'],
  ['page.tsx', 'page'],
  ['src/cart-list.server.tsx', 'cart-list'],
])('names a component without a name after its file %s', (path, name) => {
  expect(outermostIn('export default component$(() => <main />);', path)).toEqual([`<main ${name}`]);
  expect(outermostIn('export default () => <main />;', path)).toEqual([`<main ${name}`]);
});

it('names a default export as it is written, also in lower case', () => {
  expect(outermostIn('export default function page() { return <main />; }')).toEqual(['<main page']);
});
