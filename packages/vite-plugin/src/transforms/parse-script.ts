import { isNode, loadScriptParser, type ScriptParser } from '@annotate-mcp/unplugin';

/** Loads the parser of Vite 8 and later; earlier versions have none for TypeScript. */
export function loadViteParser(): Promise<ScriptParser> {
  return (loading ??= findParser());
}

let loading: Promise<ScriptParser> | undefined;

async function findParser(): Promise<ScriptParser> {
  // Vite is loaded already when it transforms a module, but not yet when a config file imports this package.
  const parseSync = parserOf(await import('vite'));
  if (parseSync === undefined) return loadScriptParser();
  return (code, file) => {
    try {
      const { program, errors } = parseSync(file, code, /\.[cm]?js$/.test(file) ? { lang: 'jsx' } : {});
      return errors.length === 0 && isNode(program) ? program : null;
    } catch {
      // The parser does not support the language of the module; it gets no attributes.
      return null;
    }
  };
}

// Vite 7 and earlier versions have no such export.
function parserOf({ parseSync }: Partial<Pick<typeof import('vite'), 'parseSync'>>) {
  return parseSync;
}
