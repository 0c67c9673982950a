/** Takes secrets out of a text that people read: of a page, of a console line, of an attribute. */
import { redacted } from './redacted.ts';
import { redactForms } from './secret-forms.ts';
import { isSecretPair } from './secret-names.ts';

/** The text without what has the form of a secret, and without what is named like one: `token=…`, `"password": "…"`. */
export function redactText(text: string): string {
  const known = redactForms(text);
  if (!mayName.test(known)) return known;
  return known
    .replace(cookies, `$1${redacted}`)
    .replace(quotedPair, (whole, name: string, between: string, quote: string, value: string) =>
      isSecretPair(between.includes('=') ? lastWord(name) : name, value)
        ? `${name}${between}${quote}${redacted}${quote}`
        : whole,
    )
    .replace(plainPair, redactPlainPair)
    .replace(pairInValue, redactPlainPair);
}

/** Most texts have no name of a secret before a colon or an equals sign, and need not be searched for pairs. */
const mayName =
  /(?:pass|p(?:w|in|an)|otp|cv[vc]|csc|kennwort|code|token|cookie|credential|ssn|social|iban|ccn|card|csrf|jwt|secret|sid|xsrf|auth|key|sess|bearer|sig)[\w\s"'`-]{0,30}[:=]/i;

/** The header has several, one behind the other. */
const cookies = /\b((?:set-)?cookie\s{0,2}:\s{0,2})(?=[^\s=;]{1,200}=)[^\r\n]+/gi;

/** A name may have two words where people read it: `API key: …`. */
const quotedPair =
  /(?<![\w$-])((?:[A-Za-z]{2,12} )?[\w$-]{2,80})(["'`]?\s{0,2}[:=]\s{0,2})(["'`])((?:(?!\3)[^\\\n]|\\.){1,2000})\3/g;
const plainPair =
  /(?<![\w$-])((?:[A-Za-z]{2,12} )?[\w$-]{2,80})(["'`]?\s{0,2})([:=])(\s{0,2}["'`]?)([^\s"'`&,;<>[\]{}()]{3,})(?=(\s+\S)?)/g;
/** As `plainPair`, but the value ends where another pair begins: `view=list#token=…`, `next=/home?token=…`. */
const pairInValue =
  /(?<![\w$-])((?:[A-Za-z]{2,12} )?[\w$-]{2,80})(["'`]?\s{0,2})([:=])(\s{0,2}["'`]?)((?:(?![^\w$-][\w$-]{2,80}=)[^\s"'`&,;<>[\]{}()]){3,})(?=(\s+\S)?)/g;

function redactPlainPair(
  whole: string,
  name: string,
  before: string,
  sign: string,
  after: string,
  value: string,
  more?: string,
): string {
  const isNamed = isSecretPair(sign === '=' ? lastWord(name) : name, value);
  if (!isNamed || (more !== undefined && isSentence(sign, after, value))) return whole;
  return `${name}${before}${sign}${after}${redacted}`;
}

function lastWord(name: string): string {
  return name.slice(name.indexOf(' ') + 1);
}

/** `Password: must have eight characters` explains it. */
function isSentence(sign: string, after: string, value: string): boolean {
  return sign === ':' && /^\s+$/.test(after) && !(/\d/.test(value) && /[a-z]/i.test(value));
}
