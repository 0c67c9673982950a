/** What the scripts beside the view put into the page when they are run. */

/** As SVG. Rejects with what is wrong with the source. */
export type DrawDiagram = (source: string, dark: boolean) => Promise<string>;
/** As HTML with MathML in it. Throws what is wrong with the formula. */
export type DrawFormula = (tex: string, display: boolean) => string;

declare global {
  var annotateMcpMermaid: DrawDiagram | undefined;
  var annotateMcpKatex: DrawFormula | undefined;
}
