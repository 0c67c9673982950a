import * as vite from 'vite';

import { isNode, parseScript, type ScriptParser } from '@annotate-mcp/unplugin';

/** Parses with the parser of Vite 8 and later; earlier versions have none for TypeScript. */
export const parseWithVite: ScriptParser = (code, file) => {
  const parseSync = parserOf(vite);
  if (parseSync === undefined) return parseScript(code, file);
  try {
    const { program, errors } = parseSync(file, code, /\.[cm]?js$/.test(file) ? { lang: 'jsx' } : {});
    return errors.length === 0 && isNode(program) ? program : null;
  } catch {
    // The parser does not support the language of the module; it gets no attributes.
    return null;
  }
};

// Not a named import, which would fail with Vite 7.
function parserOf({ parseSync }: Partial<Pick<typeof vite, 'parseSync'>>) {
  return parseSync;
}
