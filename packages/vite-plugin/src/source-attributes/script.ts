import MagicString from 'magic-string';
import type { ConfigEnv, Plugin } from 'vite';

import type { Project } from '../project.ts';

import { mayHoldTemplates, templateElements } from './html-template.ts';
import { usesOtherJsx } from './jsx-framework.ts';
import { jsxElement } from './jsx.ts';
import type { FoundElement } from './markup.ts';
import { parseScript, type HookParser } from './parse-script.ts';
import { attributeText, createPositions } from './position.ts';
import { walk } from './walk.ts';

/** Adds source attributes to elements in JSX and in html`…` templates, before they are compiled. */
export function scriptAttributes(
  active: (env: ConfigEnv) => boolean,
  project: () => Project | null,
  mode: 'auto' | true,
): Plugin {
  let jsx = mode === true;
  return {
    name: 'annotate:script-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved(config) {
      jsx = mode === true || usesOtherJsx(config);
    },
    transform: {
      filter: {
        id: { include: /\.(?:[cm]?[jt]s|[jt]sx)$/, exclude: /\/node_modules\/|^\0/ },
        code: [mayHoldTemplates, /<[a-z]/],
      },
      handler(code, id) {
        const path = project()?.pathOf(id) ?? null;
        if (path === null) return;
        const options = {
          jsx: /\.[jt]sx$/.test(id) && (jsx || namesOtherJsx(code)),
          templates: mayHoldTemplates.test(code),
        };
        return markScript(code, path, options, this);
      },
    },
  };
}

export interface MarkOptions {
  readonly jsx: boolean;
  readonly templates: boolean;
}

export function markScript(code: string, path: string, { jsx, templates }: MarkOptions, hook: HookParser) {
  const program = jsx || templates ? parseScript(code, path, hook) : null;
  if (program === null) return;
  const found: FoundElement[] = [];
  walk(program, (node) => {
    const element = jsx ? jsxElement(node) : null;
    if (element !== null) found.push(element);
    if (templates) found.push(...templateElements(node, code));
  });
  if (found.length === 0) return;
  const positionAt = createPositions(code);
  const marked = new MagicString(code);
  for (const { start, nameEnd } of found) marked.appendLeft(nameEnd, attributeText(path, positionAt(start)));
  return {
    code: marked.toString(),
    map: marked.generateMap({ source: path, includeContent: true, hires: 'boundary' }),
  };
}

// `@jsxImportSource solid-js` at the top of a file overrides the project's setting.
function namesOtherJsx(code: string): boolean {
  const source = /@jsxImportSource\s+(\S+)/.exec(code.slice(0, 2000))?.[1];
  return source !== undefined && source !== 'react';
}
