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
  /** 1-based, where a source map of the style sheet tells. */
  line?: number;
  /** `color: red`, as the browser writes them. */
  declarations: string[];
}

export const mostMatchedRules = 25;
export const mostRuleDeclarations = 15;

/** `.button:hover { color: red } (src/a.css:12, does not apply now)`. `line` where the file itself tells. */
export function describeRule(rule: MatchedRule, line: number | null): string {
  const { selector, condition, inactive, file, declarations } = rule;
  const body = `${selector} { ${declarations.join('; ')} }`;
  const known = line ?? rule.line ?? null;
  const place = file === undefined ? [] : [known === null ? file : `${file}:${known}`];
  const notes = [...place, ...(inactive === true ? ['does not apply now'] : [])];
  const whole = condition === undefined ? body : `${condition} { ${body} }`;
  return notes.length === 0 ? whole : `${whole} (${notes.join(', ')})`;
}

/** 1-based. */
export interface RulePlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds where this file begins a rule with the selector; `null` unless there is exactly one such place. Rules that are
 * nested, as Sass, Less and browsers understand it, are found by the selector that they come to.
 */
export function findRulePlaces(text: string): (selector: string) => RulePlace | null {
  const style = styleIn(text);
  const places = Map.groupBy(readRules(style), ({ key }) => key);
  return (selector) => {
    const [only, ...others] = places.get(keyOf(splitSelectors(selector))) ?? [];
    if (only === undefined || others.length > 0) return null;
    const lines = style.slice(0, only.at).split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  };
}

interface WrittenRule {
  /** Of the selectors that it comes to. */
  readonly key: string;
  /** Where its head begins in the text. */
  readonly at: number;
}

/** What is around a rule. `null` where nothing inside is a rule of the page: in a mixin, in an animation. */
type Around = { readonly joined: readonly string[]; readonly nested: readonly string[] } | null;

function readRules(text: string): WrittenRule[] {
  const rules: WrittenRule[] = [];
  const stack: Around[] = [];
  let around: Around = { joined: [], nested: [] };
  let head = '';
  let headAt = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '{') {
      const prelude = head.trim();
      stack.push(around);
      around = insideOf(prelude, around);
      if (around !== null && !prelude.startsWith('@')) {
        const at = headAt + (head.length - head.trimStart().length);
        // As preprocessors write them, and as browsers understand nesting.
        const keys = new Set([keyOf(around.joined), keyOf(around.nested)]);
        for (const key of keys) rules.push({ key, at });
      }
    } else if (token === '}') around = stack.pop() ?? { joined: [], nested: [] };
    const isEnd = token === '{' || token === '}' || token === ';';
    head = isEnd ? '' : head + token;
    if (isEnd) headAt = index + 1;
  }
  return rules;
}

/** A text in quotes, an interpolation of Sass, or what ends a declaration or the head of a rule. */
const tokens = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#\{[^}]*\}|[{};]|[^"'{};#]+|["'#]/g;

function insideOf(prelude: string, around: Around): Around {
  if (
    around === null ||
    prelude.endsWith(':') ||
    /^@(?:[\w-]*keyframes|mixin|function|font-face)\b/.test(prelude)
  )
    return null;
  if (prelude.startsWith('@')) return around;
  const own = splitSelectors(prelude);
  const { joined, nested } = around;
  if (joined.length === 0) return { joined: own, nested: own };
  const parent = `:is(${nested.join(', ')})`;
  // Each level multiplies them.
  if (joined.length * own.length > mostJoined || parent.length > longestJoined) return null;
  return {
    joined: joined.flatMap((outer) => own.map((inner) => placeIn(inner, outer))),
    nested: own.map((inner) => placeIn(inner, parent)),
  };
}

const mostJoined = 200;
const longestJoined = 2_000;

function placeIn(selector: string, parent: string): string {
  return selector.includes('&') ? selector.replaceAll('&', () => parent) : `${parent} ${selector}`;
}

/** At commas that are not in brackets or quotes. */
function splitSelectors(list: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const [token] of list.matchAll(/"[^"]*"|'[^']*'|\\.|[^"'\\]|["'\\]/gs)) {
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    if (token === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += token;
  }
  parts.push(part);
  return parts.map((each) => each.trim()).filter((each) => each !== '');
}

/** The same for all ways to write the same selectors. */
function keyOf(selectors: readonly string[]): string {
  const plain = selectors.map((selector) =>
    selector
      .replace(/["']/g, '')
      .replace(/\s*([,>~+])\s*/g, '$1')
      .replace(/\s+/g, ' ')
      .replace(/(?<!:):(?=(?:before|after|first-line|first-letter)\b)/g, '::'),
  );
  return [...new Set(plain)].sort().join();
}

/** Lines stay where they are. In a component only what is in its style tags is left. */
function styleIn(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  const only = /<style\b/i.test(text)
    ? text.replace(
        /([^]*?<style\b[^>]*>)([^]*?)(<\/style>|$)|[^]+/gi,
        (whole, before?: string, css = '', end = '') =>
          before === undefined ? blank(whole) : `${blank(before)}${css as string}${blank(end as string)}`,
      )
    : text;
  return only.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(?<=^|[\s;{}])\/\/[^\n]*/g, blank);
}
