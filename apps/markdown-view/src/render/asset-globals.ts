/** The globals that `mermaid.js` and `katex.js` define. */

/** Returns SVG. Rejects with the problem in the source. */
export type DrawDiagram = (source: string, dark: boolean) => Promise<string>;
/** Returns HTML that contains MathML. Throws the problem in the formula. */
export type DrawFormula = (tex: string, display: boolean) => string;

declare global {
  var annotateMcpMermaid: DrawDiagram | undefined;
  var annotateMcpKatex: DrawFormula | undefined;
}
