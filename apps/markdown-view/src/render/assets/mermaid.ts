/** Built into mermaid.js: diagrams, as one global function. */
import mermaid, { type MermaidConfig } from 'mermaid';

import type { DrawDiagram } from '../asset-globals.ts';
import { disarmDiagram } from '../disarm-diagram.ts';

let drawn = 0;

/**
 * A diagram may set how it is laid out, and none of the settings that contain CSS, fonts, addresses or HTML: neither in
 * `%%{init}%%` nor in its front matter.
 */
function settingsOfView(dark: boolean): MermaidConfig {
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    theme: dark ? 'dark' : 'neutral',
    fontFamily: 'system-ui, sans-serif',
    suppressErrorRendering: true,
    // As SVG text: a picture shows it everywhere, and HTML inside one not.
    htmlLabels: false,
    dompurifyConfig: {
      FORBID_TAGS: ['img', 'image', 'style', 'svg', 'picture', 'video', 'audio', 'input', 'table', 'use'],
      FORBID_ATTR: ['src', 'srcset', 'style', 'background', 'poster'],
    },
    secure: [...settingsOfViewOnly],
  };
}

const settingsOfViewOnly = [
  ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering'],
  ...['themeCSS', 'themeVariables', 'fontFamily', 'altFontFamily', 'htmlLabels', 'dompurifyConfig'],
] as const;

const draw: DrawDiagram = async (source, dark) => {
  mermaid.initialize(settingsOfView(dark));
  drawn += 1;
  const { svg } = await mermaid.render(`annotate-mcp-diagram-${drawn}`, disarmDiagram(source));
  return svg;
};

globalThis.annotateMcpMermaid = draw;
