/** Whether what a field shows is what was typed into it. Masks, number formats and dates may show it in another form. */

export function isSameValue(typed: string, shown: string): boolean {
  const [one, other] = [oneForm(typed), oneForm(shown)];
  if (one === other) return true;
  // What both are decides: `1500` and `15.00` have the same digits and are different numbers.
  for (const read of readers) {
    const [wanted, found] = [read(one), read(other)];
    if (wanted.length > 0 && found.length > 0) return agree(wanted, found);
  }
  return isMasked(one, other);
}

function oneForm(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Returns what the text may mean: `05/12/2026` is two days. Empty when it is nothing of the kind. */
type Reader = (text: string) => readonly string[];

const readers: readonly Reader[] = [readNumber, readMoment, readColour];

function agree(wanted: readonly string[], found: readonly string[]): boolean {
  // A form that is open in both was read in the same way.
  if (wanted.length > 1 && found.length > 1) return wanted[0] === found[0];
  return wanted.some((each) => found.includes(each));
}

const number =
  /^\p{Sc}? ?([-+]?) ?\p{Sc}? ?(\d{1,3}(?:([., '’])\d{3})(?:\3\d{3})*|\d+)(?:([.,])(\d+))? ?[\p{Sc}%]?$/u;

function readNumber(text: string): readonly string[] {
  const [, sign = '', whole = '', group, point, fraction = ''] = number.exec(text) ?? [];
  if (whole === '' || (group !== undefined && group === point)) return [];
  const digits = whole.replace(/\D/g, '');
  const read = (all: string) => String(Number(`${sign}${all}`));
  // One comma or point with three digits behind it may be either.
  const mayBePoint = point === undefined && /^\d{1,3}[.,]\d{3}$/.test(whole);
  const mayBeGroup = point !== undefined && group === undefined && fraction.length === 3 && whole.length <= 3;
  return [
    read(`${digits}.${fraction}`),
    ...(mayBePoint ? [read(whole.replace(',', '.'))] : []),
    ...(mayBeGroup ? [read(digits + fraction)] : []),
  ];
}

const time = /(?:^|[ t])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)? ?(?:([ap])\.?m\.?)?$/;

/** A day, a time, or both. */
function readMoment(text: string): readonly string[] {
  const found = time.exec(text);
  const rest = (found === null ? text : text.slice(0, found.index)).replace(/,$/, '').trim();
  if (rest === '') return found === null ? [] : [clock(found)];
  const days = readDay(rest);
  return found === null ? days : days.map((day) => `${day} ${clock(found)}`);
}

function clock([, hours, minutes, seconds = '0', half]: readonly (string | undefined)[]): string {
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0);
  return [hour, Number(minutes), Number(seconds)].join(':');
}

function readDay(text: string): readonly string[] {
  const parts = text.match(/\p{L}+|\d+/gu) ?? [];
  const [month, ...otherWords] = parts.flatMap((part) => monthOf(part) ?? []);
  const numbers = parts.filter((part) => /^\d/.test(part)).map(Number);
  if (otherWords.length > 0 || numbers.length !== (month === undefined ? 3 : 2)) return [];
  if (/\p{L}/u.test(text) && month === undefined) return [];
  const isYearFirst = String(parts[0]).length === 4;
  const [a = 0, b = 0, c = 0] = numbers;
  if (month !== undefined) return isYearFirst ? day(a, month, b) : day(b, month, a);
  return isYearFirst ? day(a, b, c) : [...day(c, a, b), ...(a === b ? [] : day(c, b, a))];
}

function day(year: number, month: number, date: number): readonly string[] {
  if (month < 1 || month > 12 || date < 1 || date > 31) return [];
  return [`${year < 100 ? year + 2000 : year}-${month}-${date}`];
}

function monthOf(word: string): number | null {
  for (const locale of ['en', document.documentElement.lang || 'en']) {
    const names = monthsIn(locale);
    const index = names.findIndex((name) => name === word || (word.length >= 3 && name.startsWith(word)));
    if (index >= 0) return index + 1;
  }
  return null;
}

function monthsIn(locale: string): string[] {
  try {
    const names = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => names.format(Date.UTC(2026, month, 1)).toLowerCase());
  } catch {
    // The page names a language that does not exist.
    return [];
  }
}

function readColour(text: string): readonly string[] {
  const [, hex] = /^#?((?:[\da-f]{3}){1,2}|(?:[\da-f]{4}){1,2})$/.exec(text) ?? [];
  if (hex !== undefined) return [hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex];
  const [, r, g, b] = /^rgb\((\d+),? (\d+),? (\d+)\)$/.exec(text) ?? [];
  if (r === undefined) return [];
  return [[r, g, b].map((part) => Number(part).toString(16).padStart(2, '0')).join('')];
}

/** A mask adds signs to letters and digits, or has other signs between digits: `(555) 123-4567`. */
function isMasked(typed: string, shown: string): boolean {
  const bare = shown.replace(/^\+\d{1,3} /, '').replace(/[^\p{L}\p{N}]/gu, '');
  if (bare === '') return false;
  if (/^[\p{L}\p{N}]+$/u.test(typed)) return bare === typed;
  const isNumber = (text: string) => /^[\d\s()+\-./]+$/.test(text);
  return isNumber(typed) && isNumber(shown) && bare.length >= 5 && bare === typed.replace(/\D/g, '');
}

/**
 * The same for the text of an editor. It may turn signs into formats, such as `# ` into a heading, so that some of what
 * was typed is not shown; what is shown and was not typed is another text.
 */
export function isSameText(typed: string, shown: string): boolean {
  const [one, other] = [linesOf(typed), linesOf(shown)];
  if (one === other) return true;
  // A long text is drawn in part.
  if (other.split('\n').length >= drawnLines && one.includes(other)) return true;
  return wordsIn(one) === wordsIn(other) && isPartOf(other, one);
}

const drawnLines = 20;

function linesOf(text: string): string {
  return text
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/\u00A0/g, ' ')
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function wordsIn(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** All characters of `part` are in `whole`, in this order. */
function isPartOf(part: string, whole: string): boolean {
  let at = 0;
  for (const char of whole) if (char === part[at]) at++;
  return at === part.length;
}
