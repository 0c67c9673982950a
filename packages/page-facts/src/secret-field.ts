/** Decides by what a page says about a field whether its content is secret. */
import { isSecretFieldName, looksRandom } from './secret-names.ts';

/** Attributes of a field as they are written; absent ones are empty. */
export interface FieldFacts {
  /** `input`, `textarea`, `select`, …; anything else is text that can be edited. */
  readonly tag: string;
  readonly type: string;
  /** `name`, `id` and `http-equiv`: what programs call it. */
  readonly names: readonly string[];
  readonly autocomplete: string;
  /** What people read beside it and in it while it is empty. */
  readonly labels: readonly string[];
  readonly value: string;
}

export function isSecretField({ tag, type, names, autocomplete, labels, value }: FieldFacts): boolean {
  // Hidden ones mostly carry tokens.
  if (tag === 'input' && /^(?:password|hidden)$/.test(type)) return true;
  // Their value is what is written on them.
  if (/^(?:button|submit|reset|image)$/.test(type)) return false;
  if (autocomplete.split(/\s+/).some((purpose) => isSecretFieldName(purpose, ''))) return true;
  // What is ticked has a value that says which.
  if (/^(?:checkbox|radio)$/.test(type) && !looksRandom(value)) return false;
  if (names.some((name) => isSecretFieldName(name, value))) return true;
  return value !== '' && isTyped(tag, type) && labels.some((label) => isSecretLabel(label, value));
}

/** What is chosen from a list is named by a label, but is none of the person's secrets. */
function isTyped(tag: string, type: string): boolean {
  return (
    tag !== 'select' && tag !== 'meta' && !/^(?:search|checkbox|radio|file|range|color|date|time)$/.test(type)
  );
}

/** A label is a sentence: `Your API key for GitHub (required)`. What it is about comes before the first preposition. */
function isSecretLabel(label: string, value: string): boolean {
  if (label.length > 200) return false;
  const [subject = ''] = label
    .replace(/\([^)]*\)/g, ' ')
    .split(/[:.,;?!]|\s(?:of|for|to|in|on|from|with|that)\s/i);
  const words = subject.trim().split(/\s+/);
  if (words.length > mostWords || /^(?:search|filter|find|sort)$/i.test(words[0] ?? '')) return false;
  return isSecretFieldName(subject, value);
}

const mostWords = 6;
