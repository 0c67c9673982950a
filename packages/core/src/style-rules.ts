/** The rules of the page's style sheets that match a picked element, as an agent gets them. */

export interface MatchedRule {
  /** Without the names that a build adds. */
  selector: string;
  /** What is around it, from the outside: `@media print`. */
  condition?: string;
  /** It does not apply now: in another state of the element or of the page. */
  inactive?: true;
  /** Relative to the project root; absent where the page does not tell for certain. */
  file?: string;
  /** `color: red`, as the browser writes them. */
  declarations: string[];
}

export const mostMatchedRules = 25;
export const mostRuleDeclarations = 15;

/** `.button:hover { color: red } (src/a.css:12, does not apply now)`. `line` where it is certain. */
export function describeRule(
  { selector, condition, inactive, file, declarations }: MatchedRule,
  line: number | null,
): string {
  const body = `${selector} { ${declarations.join('; ')} }`;
  const place = file === undefined ? [] : [line === null ? file : `${file}:${line}`];
  const notes = [...place, ...(inactive === true ? ['does not apply now'] : [])];
  const whole = condition === undefined ? body : `${condition} { ${body} }`;
  return notes.length === 0 ? whole : `${whole} (${notes.join(', ')})`;
}

/** The 1-based line where this file begins a rule with the selector; `null` unless there is exactly one such place. */
export function lineOfRule(text: string, selector: string): number | null {
  const plain = withoutComments(text);
  const words = selector.trim().split(/\s+/).map(escaped);
  // The browser writes one space around `>`, `+` and `~` and after a comma, and other quotes.
  const pattern = words
    .join(' ')
    .replace(/ ?(,|>|\\\+|~) ?/g, '\\s*$1\\s*')
    .replace(/["']/g, '["\']?')
    .replace(/ /g, '\\s+');
  const found = [...plain.matchAll(new RegExp(`(?<=^|[\\s{};>])${pattern}(?=\\s*\\{)`, 'g'))];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const before = plain.slice(0, only.index);
  // One of several selectors of a rule, or the end of a longer one, is another rule.
  const [head = ''] = /[^{};]*$/.exec(before) ?? [];
  return head.trim() === '' ? before.split('\n').length : null;
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Lines stay where they are. What begins the style of a component ends what is before it. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/<style\b[^>]*>/gi, (tag) => `${tag.slice(1).replace(/[^\n]/g, ' ')};`);
}
