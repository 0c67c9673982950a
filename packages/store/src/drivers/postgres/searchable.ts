import { createHash } from 'node:crypto';

/**
 * A text as a column has it. An index takes no long texts, and PostgreSQL no zero character and no half of a surrogate
 * pair: their hash stands for them.
 */
export function searchable(text: string): string {
  const fits = text.length <= 300 && !text.includes('\0') && text.isWellFormed() && !text.startsWith(hashed);
  return fits ? text : `${hashed}${createHash('sha256').update(JSON.stringify(text)).digest('hex')}`;
}

const hashed = 'sha256:';

/** Whether the column has a hash instead of the text. */
export function isHashed(column: string): boolean {
  return column.startsWith(hashed);
}
