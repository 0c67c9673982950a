// Defined by the build. Code that runs from source has a version that cannot be taken for a release.
declare const __ANNOTATE_MCP_VERSION__: string | undefined;

export const version =
  typeof __ANNOTATE_MCP_VERSION__ === 'string' ? __ANNOTATE_MCP_VERSION__ : '0.0.0-source';
