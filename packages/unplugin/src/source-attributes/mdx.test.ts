import { expect, it } from 'vitest';

import { markMdx } from './mdx.ts';
import { parseScript } from './parse-script.ts';

const source = (line: number, column: number) =>
  `{ fileName: "/app/a.mdx", lineNumber: ${line}, columnNumber: ${column} }`;

/** As the compiler of MDX writes it for development. */
const compiled = `import { Fragment as _Fragment, jsxDEV as _jsxDEV } from "react/jsx-dev-runtime";
import { Card } from './card';
function _createMdxContent(props) {
  const _components = { h1: "h1", hr: "hr", ...props.components };
  return _jsxDEV(_Fragment, { children: [
    _jsxDEV(_components.h1, { children: "Hello" }, undefined, false, ${source(3, 1)}, this),
    _jsxDEV(_components.hr, {}, undefined, false, ${source(5, 1)}, this),
    _jsxDEV(Card, { title: "x", children: _jsxDEV("p", { ...props }, undefined, false, ${source(8, 3)}, this) }, undefined, false, ${source(7, 1)}, this),
    _jsxDEV("i", { id: "made by a plugin" }, undefined, false, { fileName: "/app/a.mdx" }, this)
  ] }, undefined, true, ${source(1, 1)}, this);
}
`;

it('marks the elements of Markdown and JSX with their position in the MDX file, and no components', () => {
  const mark = (position: string) => `"data-annotate-source": "docs/a.mdx:${position}"`;
  expect(markMdx(compiled, 'docs/a.mdx', parseScript)?.code).toBe(
    compiled
      .replace(
        'children: "Hello"',
        `children: "Hello", ...(typeof _components.h1 === "string" && { ${mark('3:1')} })`,
      )
      .replace('hr, {}', `hr, { ...(typeof _components.hr === "string" && { ${mark('5:1')} }) }`)
      .replace('{ ...props }', `{ ...props, ${mark('8:3')} }`),
  );
});

it('does not change a module that was compiled for production', () => {
  expect(markMdx(compiled.replaceAll('jsxDEV', 'jsx'), 'docs/a.mdx', parseScript)).toBeUndefined();
});
