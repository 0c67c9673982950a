/** Decides by its name whether a field of a form, of JSON or of a URL contains a secret. */

/** Stands in the place of a secret. */
export const hidden = '(hidden)';

/** Whether the value of a field with this name must not leave the browser. */
export function isSecretField(name: string, value: string): boolean {
  if (value === '' || value === hidden || name.length > 200) return false;
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const joined = words.join('');
  if (isPasswordName(words, value)) return true;
  if (last.endsWith('token')) return isTokenName(words) && !/\s|^\d{1,6}$/.test(value);
  if (secretWords.has(last) || secretEndings.test(joined))
    return !/^\S*\s\S*\s/.test(value) || isCookie(last);
  return vagueWords.has(last) && looksRandom(value);
}

/** Whether a field with this name contains a password or a code that is used like one. */
export function isPasswordField(name: string, value: string): boolean {
  return value !== '' && value !== hidden && name.length <= 200 && isPasswordName(wordsOf(name), value);
}

function isPasswordName(words: readonly string[], value: string): boolean {
  const last = words.at(-1) ?? '';
  if (last === 'pass') return !/^(?:true|false|yes|no|ok|failed)$/i.test(value);
  return passwordWords.has(last) || /(?:passwor[dt]|passphrase|passcode)$/.test(words.join(''));
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
  const last = words.at(-1) ?? '';
  const one = last === 'pass' || !last.endsWith('s') ? last : last.slice(0, -1);
  return [...words.slice(0, -1), secretWords.has(last) || passwordWords.has(last) ? last : one];
}

const idleWords = new Set([
  'again',
  'confirm',
  'confirmation',
  'current',
  'field',
  'hash',
  'header',
  'input',
  'new',
  'old',
  'plain',
  'raw',
  'repeat',
  'text',
  'value',
]);

const passwordWords = new Set(['passwd', 'pw', 'pwd', 'otp', 'totp', 'cvv', 'cvc']);

const secretWords = new Set(['authorization', 'cookie', 'csrf', 'jwt', 'secret', 'sid', 'xsrf']);

const secretEndings =
  /(?:secret|(?:api|secret|private|access|signing|encryption|session)key|session_?id|sessid|bearer)$/;

/** Names that often have harmless values too. */
const vagueWords = new Set(['auth', 'session', 'sig', 'signature']);

function isCookie(word: string): boolean {
  return word === 'cookie';
}

/** Tokens of a list, of a design or of a language model are no secrets. */
function isTokenName(words: readonly string[]): boolean {
  return words.length === 1 || !harmlessTokens.has(words.at(-2) ?? '');
}

const harmlessTokens = new Set([
  'bos',
  'color',
  'colour',
  'continuation',
  'cursor',
  'design',
  'eos',
  'mask',
  'max',
  'pad',
  'page',
  'stop',
  'sync',
  'theme',
  'unk',
]);

export function looksRandom(value: string): boolean {
  return value.length >= 16 && !/\s/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}
