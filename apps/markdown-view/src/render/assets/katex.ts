/** Built into katex.js: formulas as MathML, which the browser draws with its own fonts; as one global function. */
import katex from 'katex';

import type { DrawFormula } from '../asset-globals.ts';

const draw: DrawFormula = (tex, display) =>
  katex.renderToString(tex, {
    displayMode: display,
    output: 'mathml',
    throwOnError: true,
    strict: false,
    trust: false,
    maxSize: 20,
    maxExpand: 500,
  });

globalThis.annotateMcpKatex = draw;
