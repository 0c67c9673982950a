// Put in by the build. Run from source there is none, and no reader should take the answer for a release.
declare const __ANNOTATE_MCP_VERSION__: string | undefined;

export const version =
  typeof __ANNOTATE_MCP_VERSION__ === 'string' ? __ANNOTATE_MCP_VERSION__ : '0.0.0-source';
