import { type ReadFormats, readProjectFormats } from './project-formats.ts';

/** The project's own formats come first. They are read for each call, so that a change counts at once. */
export async function formatsFor(root: string): Promise<ReadFormats> {
  const [{ siteFormats }, own] = await Promise.all([
    import('@annotate-mcp/browser-protocol/site-formats'),
    readProjectFormats(root),
  ]);
  return { formats: [...own.formats, ...siteFormats], problems: own.problems };
}
