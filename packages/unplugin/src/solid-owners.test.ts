import { runInNewContext } from 'node:vm';

import MagicString from 'magic-string';
import { describe, expect, it } from 'vitest';

import { noteOwners } from './solid-owners.ts';
import { parseScript } from './source-attributes/parse-script.ts';

/** As Solid's compiler writes it. */
const compiled = `import { template as _$template } from "solid-js/web";
import { createComponent as _$createComponent } from "solid-js/web";
import { insert as _$insert } from "solid-js/web";
var _tmpl$ = /*#__PURE__*/_$template(\`<li class=r>\`),
  _tmpl$2 = /*#__PURE__*/_$template(\`<p>x\`);
export const Row = p => (() => {
  var _el$ = _tmpl$();
  _$insert(_el$, () => p.x);
  return _el$;
})();
export const App = () => _$createComponent(Show, { get children() { return [_tmpl$2(), _$createComponent(Row, {})]; } });
`;

describe('noteOwners', () => {
  it('notes the owner of each element that a piece of JSX begins with', () => {
    const { code } = noteOwners(compiled, parseScript) ?? { code: '' };
    expect(code).toContain('var _el$ = $$annotateOwner(_tmpl$());');
    expect(code).toContain('return [$$annotateOwner(_tmpl$2()), _$createComponent(Row, {})];');
    expect(code).toContain('import { getOwner as $$annotateGetOwner } from "solid-js/web";');
  });

  it('notes the tags of components by their props', () => {
    const text = 'export const App = () =>\n  <Row />;\n';
    const compiling = new MagicString(text)
      .prepend('import { createComponent as _$createComponent } from "solid-js/web";\n')
      .overwrite(text.indexOf('<'), text.indexOf('Row'), '_$createComponent(')
      .overwrite(text.indexOf(' />'), text.indexOf(';'), ', {})');
    const map = () => compiling.generateMap({ hires: true });
    const noted = noteOwners(compiling.toString(), parseScript, {
      path: 'src/App.tsx',
      written: { text, map },
    });
    expect(noted?.code).toContain('_$createComponent(Row, $$annotateTag({}, "2:3"))');
    const note: unknown = runInNewContext(
      `${noted?.code.replace(/^import .*?;/gm, '').replace(/^export /gm, '') ?? ''}
      const props = {};
      const { of, newest } = globalThis[Symbol.for('annotate.tags')];
      $$annotateTag(props, '2:3') === props && of.get(props).version === newest['src/App.tsx']`,
    );
    expect(note).toBe(true);
  });

  it('notes elements that the server has rendered', () => {
    const hydrating = compiled
      .replace('_tmpl$()', '_$getNextElement(_tmpl$)')
      .replace('import', 'import { getNextElement as _$getNextElement } from "solid-js/web";\nimport');
    expect(noteOwners(hydrating, parseScript)?.code).toContain(
      'var _el$ = $$annotateOwner(_$getNextElement(_tmpl$));',
    );
  });

  it('lets the module do what it did before', () => {
    const { code } = noteOwners(compiled, parseScript) ?? { code: '' };
    const element = {};
    const owner = {};
    const noted: unknown = runInNewContext(
      `${code.replace(/^import .*?;/gm, '').replace(/^export /gm, '')}
      Row({}) === element && globalThis[Symbol.for('annotate.solid')].get(element) === owner`,
      {
        element,
        owner,
        _$template: () => () => element,
        _$insert: () => undefined,
        $$annotateGetOwner: () => owner,
      },
    );
    expect(noted).toBe(true);
  });

  it('notes a component that a component of a library calls, with its props', () => {
    const { code } = noteOwners(
      `${compiled}
export const Lazy = _$$component(_REGISTRY, 'Lazy', function Lazy(props) { return _tmpl$2(); });`,
      parseScript,
    ) ?? {
      code: '',
    };
    const memo = { owner: { owner: { component: () => undefined } } };
    const called: unknown = runInNewContext(
      `${code.replace(/^import .*?;/gm, '').replace(/^export /gm, '')}
      const noted = () => globalThis[Symbol.for('annotate.solid-calls')]?.get(memo);
      Lazy(7); const first = noted();
      Row({ x: 1 }); const second = noted();
      globalThis[Symbol.for('annotate.components')] = new WeakMap([[memo.owner.owner.component, {}]]);
      Lazy(8); const third = noted();
      [first.component === Lazy, first.props, second.component === Row, second.props.x, third === second]`,
      {
        memo,
        _REGISTRY: {},
        // As solid-refresh does it: what the module knows is not the function that is written there.
        _$$component: (_: unknown, __: string, component: (props: unknown) => unknown) => (props: unknown) =>
          component(props),
        _$template: () => () => ({}),
        _$insert: () => undefined,
        $$annotateGetOwner: () => memo,
      },
    );
    expect(called).toEqual([true, 7, true, 1, true]);
  });

  it('does not change modules for the server and those of others', () => {
    expect(
      noteOwners(
        'import { ssr as _$ssr } from "solid-js/web";\nvar _tmpl$ = "<p>";\n_$ssr(_tmpl$);',
        parseScript,
      ),
    ).toBeUndefined();
    expect(
      noteOwners('import { template } from "lodash";\nconst make = template("<p>");\nmake();', parseScript),
    ).toBeUndefined();
  });
});
