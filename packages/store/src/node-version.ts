/** The first Node whose SQLite needs no flag. */
const oldest = { major: 22, minor: 13 };

/** A sentence about a Node that is too old; `null` for the others. Imports nothing, so that every Node can load it. */
export function describeOldNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return null;
  return `annotate-mcp needs Node ${oldest.major}.${oldest.minor} or newer; this is Node ${version}.`;
}
