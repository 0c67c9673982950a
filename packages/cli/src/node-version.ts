const oldest = { major: 22, minor: 13 };

/** The error for a Node without `node:sqlite`; `null` when this version is supported. */
export function unsupportedNode(version: string): { message: string; hint: string } | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return null;
  return {
    message: `annotate-mcp needs Node ${oldest.major}.${oldest.minor} or newer; this is Node ${version}.`,
    hint: 'Install a current Node from https://nodejs.org, or let your agent start a newer one: give its path as "command" in the MCP configuration.',
  };
}
