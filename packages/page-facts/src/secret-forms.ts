/**
 * Finds secrets by their form, whatever the name beside them is. Secret scanners are too large for a page. Each step takes
 * time in proportion to the text.
 */
import { redacted } from './redacted.ts';

export function redactForms(text: string): string {
  return redactCards(redactRuns(redactLogins(redactPrivateKeys(text))));
}

/** `Bearer …`, and `ann:hunter2@` in an address. */
function redactLogins(text: string): string {
  const headers = /bearer|basic/i.test(text)
    ? text.replace(
        /\b(bearer|basic)(\s{1,3})([\w.~+/-]{8,}=*)/gi,
        (whole, kind: string, gap: string, value: string) =>
          isCredential(kind, value) ? `${kind}${gap}${redacted}` : whole,
      )
    : text;
  if (!headers.includes('@')) return headers;
  return headers.replace(/(\/\/[^\s/:@"'<>]{1,200}):[^\s/@"'<>]{1,200}@/g, `$1:${redacted}@`);
}

/** `bearer instruments` and `basic agreement` are words, and `basic 2024-2025` is a plan. */
function isCredential(kind: string, value: string): boolean {
  if (kind.toLowerCase() === 'bearer') return /[\d=]/.test(value);
  return (
    value.endsWith('=') || (value.length >= 12 && [/[a-z]/, /[A-Z]/, /\d/].every((part) => part.test(value)))
  );
}

/**
 * A run of these characters is looked at once: a pattern that may begin anywhere in it would be slow. Of a run that was
 * cut off, less is enough. Most texts have nothing that begins like a key.
 */
function redactRuns(text: string): string {
  if (text.search(formStarts) < 0) return text;
  return text.replace(/[\w.~-]{16,}|[\w.~-]{8,}(?=…)/g, (run, offset: number) =>
    redactRun(run, text[offset + run.length] === '…'),
  );
}

function redactRun(run: string, isCut: boolean): string {
  let end = run.length;
  while (end > 0 && '.~-'.includes(run[end - 1] ?? '')) end--;
  const word = run.slice(0, end);
  let tries = 0;
  for (const { index } of word.matchAll(formStarts)) {
    const rest = word.slice(index);
    if (forms.some((form) => form.test(rest)) || (isCut && cutForm.test(rest)))
      return word.slice(0, index) + redacted + run.slice(end);
    if (++tries === maxTries) break;
  }
  return run;
}

/** Each try reads the rest of the run, so their number is limited. */
const maxTries = 8;
const formStarts =
  /(?<![A-Za-z\d])(?:eyJ|[srp]k[-_]|gh[opsur]_|github_pat_|glpat-|npm_|hf_|dop_v1_|whsec_|shp(?:at|ss)_|pypi-|xapp-|xox[abeoprs]-|SG\.|ya29\.|AKIA|ASIA|AIza|glsa_|sq0|lin_api_|figd_|tskey-|hvs\.|gsk_|nvapi-|r8_|pplx-|xai-|ATATT3|AGE-SECRET-KEY-1)/g;

const forms: readonly RegExp[] = [
  // JSON web tokens
  /^eyJ[\w-]{8,}\.[\w-]{8,}/,
  // Stripe, OpenAI, Anthropic and others. Class names begin like this, but have no such part.
  /^[srp]k[-_](?=[\w-]*[A-Za-z\d]{12})(?=[\w-]*\d)[\w-]{16,}/,
  /^(?:gh[opsur]_|github_pat_)\w{16,}/,
  // What npm calls its settings has more words: `npm_config_user_agent`.
  /^(?:npm|hf)_[A-Za-z\d]{20,}/,
  /^(?:glpat-|dop_v1_|whsec_|shp(?:at|ss)_|pypi-|xapp-)[\w-]{16,}/,
  /^xox[abeoprs]-[\w-]{10,}/,
  /^SG\.[\w-]{16,}\.[\w-]{16,}/,
  /^ya29\.[\w-]{20,}/,
  /^(?:AKIA|ASIA)[A-Z\d]{16}$/,
  /^AIza[\w-]{30,}/,
  // Grafana, Square, Linear, Figma, Tailscale, Vault, Groq, NVIDIA, Replicate, Perplexity, xAI, Atlassian, age
  /^(?:glsa_|sq0(?:at|cs)p-|lin_api_|figd_|tskey-|hvs\.|gsk_|nvapi-|r8_|pplx-|xai-|ATATT3|AGE-SECRET-KEY-1)(?=[\w-]*[A-Za-z\d]{18})(?=[\w-]*\d)[\w-]{18,}/,
];

/** The beginning of one of them, behind which the text was cut off. */
const cutForm =
  /^(?:eyJ|gh[opsur]_|github_pat_|glpat-|(?:npm|hf|[srp]k[-_](?:live|test|proj|ant))[-_]|dop_v1_|whsec_|xox[abeoprs]-|AKIA|ASIA|AIza)[\w.-]{4,}$/;

/** The end of a key may be missing, when the text was cut. */
function redactPrivateKeys(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const begin = text.indexOf('-----BEGIN ', at);
    if (begin < 0) return parts.length === 0 ? text : parts.join('') + text.slice(at);
    const title = /^-----BEGIN (?:[A-Z\d]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.exec(
      text.slice(begin, begin + 120),
    );
    if (title === null) {
      parts.push(text.slice(at, begin + 11));
      at = begin + 11;
      continue;
    }
    const end = text.indexOf('-----END ', begin);
    const close = end < 0 ? -1 : text.indexOf('-----', end + 9);
    parts.push(text.slice(at, begin), redacted);
    at = close < 0 ? text.length : close + 5;
  }
}

const cardNumber = /(?<![\w.-])[2-6]\d(?:[ -]?\d){12,17}(?![\w-]|\.\d)/g;

/** The numbers that brands give out, by how they begin and how long they are. */
const brands = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{15,18})$/;

function redactCards(text: string): string {
  return text.replace(cardNumber, (digits) => (isCardNumber(digits) ? redacted : digits));
}

function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return brands.test(digits) && passesLuhn(digits);
}

/** Luhn's check, which distinguishes card numbers from other long numbers. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    if (i % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
