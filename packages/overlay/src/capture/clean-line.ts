import { redactText } from '@annotate-mcp/page-facts';

/** The schema of annotations takes no longer lines. */
const maxLength = 4000;

/** A line of the console as it may leave the page: short, secrets taken out. Not part of the first load. */
export function cleanLine(text: string): string {
  const clean = redactText(text);
  return clean.length > maxLength ? `${clean.slice(0, maxLength - 1)}…` : clean;
}
