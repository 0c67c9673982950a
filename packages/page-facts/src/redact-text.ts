/** Takes secrets out of a text that people read: of a page, of a console line, of an attribute. */
import { redacted } from './redacted.ts';
import { redactForms } from './secret-forms.ts';
import { isSecretPair } from './secret-names.ts';

/** The text without what has the form of a secret, and without what is named like one: `token=…`, `"password": "…"`. */
export function redactText(text: string): string {
  return redactForms(text)
    .replace(cookies, `$1${redacted}`)
    .replace(quotedPair, (whole, name: string, between: string, quote: string, value: string) =>
      isSecretPair(name, value) ? `${name}${between}${quote}${redacted}${quote}` : whole,
    )
    .replace(
      plainPair,
      (whole, name: string, before: string, sign: string, after: string, value: string, more?: string) => {
        const isNamed = isSecretPair(sign === '=' ? lastWord(name) : name, value);
        if (!isNamed || (more !== undefined && isSentence(sign, after, value))) return whole;
        return `${name}${before}${sign}${after}${redacted}`;
      },
    );
}

/** The header has several, one behind the other. */
const cookies = /\b((?:set-)?cookie\s{0,2}:\s{0,2})(?=[^\s=;]{1,200}=)[^\r\n]+/gi;

/** A name may have two words where people read it: `API key: …`. */
const quotedPair =
  /(?<![\w$-])((?:[A-Za-z]{2,12} )?[\w$-]{2,80})(["'`]?\s{0,2}[:=]\s{0,2})(["'`])((?:(?!\3)[^\\\n]|\\.){1,2000})\3/g;
const plainPair =
  /(?<![\w$-])((?:[A-Za-z]{2,12} )?[\w$-]{2,80})(["'`]?\s{0,2})([:=])(\s{0,2}["'`]?)([^\s"'`&,;<>[\]{}()]{3,})(?=(\s+\S)?)/g;

function lastWord(name: string): string {
  return name.slice(name.indexOf(' ') + 1);
}

/** `Password: must have eight characters` explains it. */
function isSentence(sign: string, after: string, value: string): boolean {
  return sign === ':' && /^\s+$/.test(after) && !(/\d/.test(value) && /[a-z]/i.test(value));
}
