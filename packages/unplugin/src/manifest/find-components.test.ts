import { describe, expect, it } from 'vitest';

import { findComponents } from './find-components.ts';

describe('findComponents', () => {
  const cases: { name: string; file?: string; code: string; expected: object[] }[] = [
    { name: 'a function', code: 'export function Card({ a }) {\n', expected: [{ name: 'Card' }] },
    { name: 'a default export', code: 'export default function App() {', expected: [{ name: 'App' }] },
    { name: 'a generic function', code: 'function List<T>(props: P<T>) {', expected: [{ name: 'List' }] },
    { name: 'an arrow function', code: 'export const Card = (props) => null', expected: [{ name: 'Card' }] },
    {
      name: 'a typed constant',
      code: 'const Card: FC<Props> = ({ a }) => null',
      expected: [{ name: 'Card' }],
    },
    {
      name: 'a wrapped component',
      code: 'export const Card = React.memo(Inner)',
      expected: [{ name: 'Card' }],
    },
    { name: 'a class', code: 'export class Panel extends Component<Props> {', expected: [{ name: 'Panel' }] },
    { name: 'no plain class', code: 'class Store {\n}', expected: [] },
    { name: 'no constant', code: 'const MAX = 3;\nconst Routes = [1];', expected: [] },
    { name: 'nothing in lower case', code: 'export function card() {}', expected: [] },
    { name: 'nothing nested', code: 'function a() {\n  function Inner() {}\n}', expected: [] },
    {
      name: 'a custom element with its tag',
      code: "class XCard extends HTMLElement {}\ncustomElements.define('x-card', XCard);",
      expected: [{ name: 'XCard', selector: 'x-card' }],
    },
    {
      name: 'a decorated custom element',
      code: '@customElement("x-item")\nexport class XItem extends LitElement {}',
      expected: [{ name: 'XItem', selector: 'x-item' }],
    },
    { name: 'a Vue file by its name', file: 'src/UserCard.vue', code: '', expected: [{ name: 'UserCard' }] },
    { name: 'a Svelte file by its name', file: 'src/Item.svelte', code: '', expected: [{ name: 'Item' }] },
  ];

  it.each(cases)('finds $name', ({ file = 'src/a.tsx', code, expected }) => {
    expect(findComponents(file, code)).toEqual(expected);
  });

  // A regular expression that backtracks would exceed the time limit of the test.
  it('reads a module of 10,000 lines in time', () => {
    const code = 'export const Card: A<B> = value(1, 2, "x y z", <T,>(a) => a);\n'.repeat(10_000);
    expect(findComponents('a.tsx', `${code}export function Last() {}\n`)).toContainEqual({ name: 'Last' });
  });
});
