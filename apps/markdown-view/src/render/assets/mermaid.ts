/** Built into mermaid.js: diagrams, as one global function. */
import mermaid from 'mermaid';

import type { DrawDiagram } from '../asset-globals.ts';

let drawn = 0;

const draw: DrawDiagram = async (source, dark) => {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    suppressErrorRendering: true,
    // As SVG text: a picture shows it everywhere, and HTML inside of one not.
    htmlLabels: false,
  });
  drawn += 1;
  const { svg } = await mermaid.render(`annotate-mcp-diagram-${drawn}`, source);
  return svg;
};

globalThis.annotateMcpMermaid = draw;
