import { expect, it } from 'vitest';

import { declaredComponents } from './declared-components.ts';
import { parseScript } from './parse-script.ts';

const namesIn = (code: string): string[] => {
  const program = parseScript(code, 'a.tsx');
  return program === null ? [] : declaredComponents(program).map(({ name }) => name);
};

it.each([
  {
    name: 'functions',
    code: 'export default function A() { return <p/> }\nasync function B() {}',
    found: ['A', 'B'],
  },
  { name: 'classes', code: 'export class A extends Component { render() { return <p/> } }', found: ['A'] },
  { name: 'constants', code: 'export const A: FC = () => <p/>, B = function () {};', found: ['A', 'B'] },
  {
    name: 'wrapped functions',
    code: 'const A = memo(forwardRef((props, ref) => <p/>)) as Typed; export const B = component$(() => <p/>);',
    found: ['A', 'B'],
  },
  {
    name: 'no other components, which may be those of a library',
    code: 'const Go = RouterLink; const Go2 = memo(RouterLink); const a = <p/>; function use() { const In = () => <p/>; }',
    found: [],
  },
  {
    name: 'nothing that is loaded later',
    code: 'const A = lazy(() => import("./a")); const a = <p/>;',
    found: [],
  },
  { name: 'nothing in a module without JSX', code: 'export class Store extends Base {}', found: [] },
])('finds $name', ({ code, found }) => {
  expect(namesIn(code)).toEqual(found);
});
