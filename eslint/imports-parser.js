import { parseSync } from 'oxc-parser';

/**
 * A parser for ESLint that gives it the imports and comments of a file, which is all that its rules here look at.
 * Static, dynamic and re-exporting imports all become import declarations. It takes a fraction of the time of a parser
 * that gives the whole file.
 * @param {string} text
 * @param {{ filePath?: string }} options
 */
function parse(text, options) {
  const { module, comments, errors } = parseSync(options.filePath ?? 'file.ts', text);
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(error.message);

  const positionOf = createPositionFinder(text);
  const place = (/** @type {number} */ start, /** @type {number} */ end) => ({
    range: [start, end],
    loc: { start: positionOf(start), end: positionOf(end) },
  });
  return {
    type: 'Program',
    sourceType: 'module',
    ...place(0, text.length),
    body: findRequests(module, text).map(({ start, end }) => ({
      type: 'ImportDeclaration',
      specifiers: [],
      attributes: [],
      source: { type: 'Literal', value: text.slice(start + 1, end - 1), ...place(start, end) },
      ...place(start, end),
    })),
    comments: comments.map(({ type, value, start, end }) => ({ type, value, ...place(start, end) })),
    tokens: [],
  };
}

/**
 * Where the file names another module, with its quotes. A computed `import(name)` names none.
 * @param {import('oxc-parser').EcmaScriptModule} module
 * @param {string} text
 */
function findRequests({ staticImports, staticExports, dynamicImports }, text) {
  return [...staticImports, ...staticExports.flatMap(({ entries }) => entries), ...dynamicImports]
    .map(({ moduleRequest }) => moduleRequest)
    .filter((request) => request !== null)
    .filter(({ start }) => /['"`]/.test(text.charAt(start)))
    .sort((a, b) => a.start - b.start);
}

/** @param {string} text */
function createPositionFinder(text) {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return (/** @type {number} */ offset) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) };
  };
}

export const importsParser = { parse };
