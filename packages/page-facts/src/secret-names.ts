/** Decides by its name whether a field, a prop, a parameter or a header contains a secret. */
import { redacted } from './redacted.ts';

/** Whether the value under this name is secret. Names are written in any way: `apiKey`, `X-Api-Key`, `user[api_key]`. */
export function isSecretPair(name: string, value: string): boolean {
  if (/^(?:|true|false|null|undefined)$/.test(value) || value === redacted) return false;
  // A key of the keyboard, which HTML has an attribute for.
  if (name === 'accesskey' && value.length === 1) return false;
  const kind = kindOfName(name);
  return kind !== null && rules[kind].inPair(value);
}

/** Whether the value under this name is a password or a code that is used like one. */
export function isPasswordPair(name: string, value: string): boolean {
  const kind = kindOfName(name);
  return (kind === 'password' || kind === 'pass') && isSecretPair(name, value);
}

/** Whether an object under this name, of which nothing else is known, is secret as a whole. */
export function isSecretName(name: string): boolean {
  const kind = kindOfName(name);
  // A pin is a place then, and a list of tokens more often one of a design or of a language than one of keys.
  return kind !== null && kind !== 'pin' && !(kind === 'token' && /s$/i.test(name));
}

/** Whether a field that a page names like this contains a secret. What a field contains is never a message about it. */
export function isSecretFieldName(name: string, value: string): boolean {
  const kind = kindOfName(name);
  return kind !== null && rules[kind].inField(value);
}

/** Long, without spaces, with letters and digits: what a program made. */
export function looksRandom(value: string): boolean {
  return value.length >= 16 && !/\s/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

type NameKind =
  | 'password'
  | 'pass'
  | 'token'
  | 'secret'
  | 'cookie'
  | 'credential'
  | 'pin'
  | 'number'
  | 'vague';

interface NameRule {
  /** In JSON, forms, headers and props, where a text of several words is a message about the field. */
  readonly inPair: (value: string) => boolean;
  /** In a field of a page. An empty value stands for what is not known yet. */
  readonly inField: (value: string) => boolean;
}

const always = () => true;
const isNoVerdict = (value: string) => !/^(?:true|false|yes|no|ok|failed)$/i.test(value);
/** A number of few digits counts tokens. */
const isNoCount = (value: string) => !/^\d{1,6}$/.test(value);
const hasDigits = (value: string) => /\d\D*\d\D*\d/.test(value);

const rules: Readonly<Record<NameKind, NameRule>> = {
  password: { inPair: always, inField: always },
  // It is a verb as well: what passed has it as a verdict.
  pass: { inPair: isNoVerdict, inField: isNoVerdict },
  token: { inPair: (value) => isNoCount(value) && !/\s/.test(value), inField: isNoCount },
  secret: { inPair: (value) => !/^\S*\s\S*\s/.test(value), inField: always },
  cookie: { inPair: always, inField: always },
  // The option of `fetch`.
  credential: { inPair: (value) => !/^(?:include|omit|same-origin)$/.test(value), inField: always },
  // What is pinned has it as a name as well.
  pin: { inPair: (value) => /^\d{3,12}$/.test(value), inField: (value) => /^(?:\d{3,12})?$/.test(value) },
  number: { inPair: hasDigits, inField: (value) => value === '' || hasDigits(value) },
  vague: { inPair: looksRandom, inField: looksRandom },
};

const maxLength = 200;

function kindOfName(name: string): NameKind | null {
  if (name.length > maxLength) return null;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  // `author` is no `auth`, and `sessions` are a list.
  if (vagueWords.has(last) || (last === 'key' && vagueKeys.has(words.at(-2) ?? ''))) return 'vague';
  const one = singular(last);
  const joined = [...words.slice(0, -1), one].join('');
  if (one === 'pass') return 'pass';
  if (passwordWords.has(one) || passwordEndings.test(joined)) return 'password';
  if (one.endsWith('token')) return harmlessTokens.has(words.at(-2) ?? '') ? null : 'token';
  if (one === 'cookie') return 'cookie';
  if (one === 'credential') return 'credential';
  if (one === 'pin' || joined.endsWith('pincode')) return 'pin';
  if (numberEndings.test(joined) || joined === 'pan') return 'number';
  return secretWords.has(one) || secretEndings.test(joined) ? 'secret' : null;
}

/** `user[new_passwordConfirmation]` has the words user, new and password: words that change nothing are left out. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/%5[bd]|%2e/gi, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '');
  while (words.length > 1 && idleWords.has(words.at(-1) ?? '')) words.pop();
  return words;
}

function singular(word: string): string {
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

const idleWords = new Set(
  'again confirm confirmation current field hash header here input new old optional plain raw repeat required text value'.split(
    ' ',
  ),
);

const passwordWords = new Set(['passwd', 'pw', 'pwd', 'otp', 'totp', 'cvv', 'cvc', 'csc']);
const passwordEndings =
  /(?:passw(?:or[dt]|d)|kennwort|passphrase|passcode|(?:security|onetime|otp|recovery|backup|verification)code)$/;

const secretWords = new Set(['authorization', 'csrf', 'jwt', 'secret', 'sid', 'xsrf']);
const secretEndings =
  /(?:secret|authorization|(?:api|auth|secret|private|access|signing|encryption|session)key|sessionid|sessid|bearer)$/;

/** Numbers of people, accounts and cards. Their groups may be divided by spaces. */
const numberEndings =
  /(?:ssn|socialsecuritynumber|iban|(?:credit|debit)card|card(?:number|num|no)|cc(?:number|num))$/;

/** Names that often have harmless values too. */
const vagueWords = new Set(['auth', 'session', 'sig', 'signature']);

/** Those of a storage at Azure, and what apps call the short name of an account. */
const vagueKeys = new Set(['account', 'shared', 'storage']);

/** Tokens of a list, of a design, of a parser or of a language model are no secrets. */
const harmlessTokens = new Set(
  'bos cached color colour completion continuation cursor design eos input mask max min next num output pad page previous prompt special stop sync theme total unk used'.split(
    ' ',
  ),
);
