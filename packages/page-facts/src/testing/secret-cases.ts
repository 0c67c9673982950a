/**
 * What is secret on a page and what is not: one table for all surfaces. Each surface runs the parts that it shows: texts,
 * fields, and values under a name, such as props and members of JSON.
 */

/** A text of a page. `secret` is the part of it that must not leave the page; `null` for a false alarm. */
export interface TextCase {
  readonly name: string;
  readonly text: string;
  readonly secret: string | null;
}

/** A field of a page. `value` is in its HTML once. */
export interface FieldCase {
  readonly name: string;
  readonly html: string;
  readonly value: string;
  readonly isSecret: boolean;
}

export interface PairCase {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

// In parts, so that no scanner takes them for real ones.
const dashes = '-----';
const stripe = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');
const github = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N'].join('.');
const pem = `${dashes}BEGIN RSA PRIVATE KEY${dashes} MIIEpAIBAAKCAQEA75 ${dashes}END RSA PRIVATE KEY${dashes}`;
const cutPem = `${dashes}BEGIN PRIVATE KEY${dashes} MIIEpAIBAAKCAQEA75`;

const inText = (name: string, secret: string, before = 'Use ', after = ' now'): TextCase => ({
  name,
  text: before + secret + after,
  secret,
});
const harmless = (name: string, text: string): TextCase => ({ name, text, secret: null });

export const textCases: readonly TextCase[] = [
  inText('a live key of Stripe', stripe),
  inText('a key of a project of OpenAI', ['sk', 'proj', 'abcdef0123456789ABCD'].join('-')),
  inText('a key of Anthropic', ['sk', 'ant', 'api03', 'Zx81bQ0aLm92kfPq7Ty4'].join('-')),
  inText('a token of GitHub', github),
  inText('a token of GitHub at the end of a sentence', github, 'It is ', '.'),
  inText('an OAuth token of GitHub', ['gho', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')),
  inText('a token of a GitHub app', ['ghs', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')),
  inText(
    'a fine-grained token of GitHub',
    ['github_pat', '11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz012'].join('_'),
  ),
  inText('a token of GitLab', ['glpat', 'x1Y2z3A4b5C6d7E8f9G0'].join('-')),
  inText('a token of Slack', ['xoxb', '123456789012', 'abcdefABCDEF'].join('-')),
  inText('a key of AWS', ['AKIA', 'IOSFODNN7EXAMPLE'].join('')),
  inText('a key of Google', ['AIza', 'SyD1234567890abcdefghijklmnopqrstuvw'].join('')),
  inText('a token of npm', ['npm', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')),
  inText('a token of Hugging Face', ['hf', 'aBcDeFgHiJkLmNoPqRsTuVwXyZ123456'].join('_')),
  inText('a key of SendGrid', ['SG', 'abcdefghij0123456789', 'ABCDEFGHIJ0123456789abcd'].join('.')),
  inText('a token of Grafana', ['glsa', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY', '0a1b2c3d'].join('_')),
  inText('a token of Square', ['sq0atp', 'aB3dE5fG7hJ9kL1mN3pQ5r'].join('-')),
  inText('a key of Linear', ['lin', 'api', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d'].join('_')),
  inText('a key of Tailscale', ['tskey', 'auth', 'k1a2B3CNTRL', 'aB3dE5fG7hJ9kL1mN3pQ5rS7'].join('-')),
  inText('a token of Vault', ['hvs', 'CAESIaB3dE5fG7hJ9kL1mN3pQ5rS7tU9'].join('.')),
  inText('a key of Groq', ['gsk', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY'].join('_')),
  inText('a token of Atlassian', ['ATATT3', 'xFfGF0aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW'].join('')),
  inText('a key of a storage at Azure', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v==', 'Account=a;AccountKey=', ''),
  inText('a JSON web token', jwt),
  inText('a private key', pem),
  inText('a private key that is cut off', cutPem, 'Use ', ''),
  inText('a bearer token', 'abc.def-123456', 'sent Bearer ', ' to it'),
  inText('a basic login', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'sent Basic ', ' to it'),
  inText('a login in an address', 'hunter2', 'git clone https://ann:', '@git.test/a'),
  inText('a card number in groups', '4111 1111 1111 1111', 'card ', '.'),
  inText('a card number of fifteen digits', '378282246310005', 'card ', ' works'),
  inText('a key of nobody known, beside its name', '9f8d7c6b5a4d', 'API key: ', ''),
  inText('a password beside its name', 'hunter2', 'Password: ', ' is wrong'),
  inText('a parameter of an address', 'abcdef', '/cb?access_token=', '&x=1'),
  inText('a member of JSON', 'hunter2', '{"password":"', '"}'),
  inText('a header with cookies', 'theme=dark; sid=s3cr3t', 'Set-Cookie: ', ''),
  harmless('pin as a verb', 'Pin to top, pin: the next note'),
  harmless('a rule for passwords', 'Password: must have at least 8 characters.'),
  harmless('a secret as a noun', 'Secret: the team meets on Monday.'),
  harmless('tokens of a design', 'Design tokens: blue-500'),
  harmless('tokens of a language model', 'The tokenizer makes 900 tokens, max tokens: 4096'),
  harmless('a help text', 'The csrf token protects a form: it is sent with each one.'),
  harmless('an order number', 'Order 4111111111111112 was sent'),
  harmless('a hash of git', 'Commit 9fceb02d0ae598e95dc970b74767f19372d61af8'),
  harmless('a UUID', 'Request 0b9e0c1c-5a51-4c55-8f0e-53a1b6f2c111'),
  harmless('bearers and basics', 'A bearer of bad news has the basic understanding-of-2024'),
  harmless('an author and a keyboard', 'Author: ann.smith-1982, keyboard: qwertz-2020-edition'),
  harmless('names of settings and classes', 'npm_config_user_agent and sk-folding-cube-wrapper-1'),
  harmless(
    'names like keys of others',
    'xai-button-primary-container-12, pplx-answer-list-item-3 and r8_lib',
  ),
  harmless('the short name of an account', 'accountKey=acme-europe, storageKey: sidebar'),
];

const field = (name: string, html: string, value: string, isSecret = true): FieldCase => ({
  name,
  html: html.replace('VALUE', value),
  value,
  isSecret,
});
const plainField = (name: string, html: string, value: string): FieldCase => field(name, html, value, false);

export const fieldCases: readonly FieldCase[] = [
  field('a label around it', '<label>API key <input value="VALUE"></label>', stripe),
  field('a label beside it', '<label for="x1">Token</label><input id="x1" value="VALUE">', 'unknown-form'),
  field('its ARIA label', '<input aria-label="Access token" value="VALUE">', 'unknown-form'),
  field('its placeholder', '<input placeholder="Enter your API key" value="VALUE">', 'unknown-form'),
  field(
    'a label with more words',
    '<label>Token for GitHub (required) <input value="VALUE"></label>',
    'unknown-form',
  ),
  field('a token against forgery', '<input name="csrf" value="VALUE">', 'unknown-form'),
  field('another of these', '<input name="X-XSRF" value="VALUE">', 'unknown-form'),
  field('the id of a session', '<input name="connect.sid" value="VALUE">', 'unknown-form'),
  field('a name in brackets', '<input name="user[api_key]" value="VALUE">', 'unknown-form'),
  field('a number of a person', '<input id="ssn" value="VALUE">', '078-05-1120'),
  field('a number of an account', '<label>IBAN <input value="VALUE"></label>', 'DE89 3704 0044 0532 0130 00'),
  field('a PIN', '<label>PIN <input inputmode="numeric" value="VALUE"></label>', '493817'),
  field('what it is filled with: a card', '<input autocomplete="billing cc-number" value="VALUE">', '7007'),
  field('what it is filled with: a code', '<input autocomplete="one-time-code" value="VALUE">', '493817'),
  field(
    'a password that is shown',
    '<input type="text" autocomplete="current-password" value="VALUE">',
    'swordfish',
  ),
  field('a password', '<input type="PASSWORD" aria-label="P" value="VALUE">', 'swordfish'),
  field('a text of several words', '<textarea name="secret">VALUE</textarea>', 'three plain words here'),
  plainField('an author', '<input name="author" value="VALUE">', 'ann-smith'),
  plainField('a limit of tokens', '<input name="maxTokens" value="VALUE">', '128000'),
  plainField('a tokenizer', '<label>Tokenizer <input value="VALUE"></label>', 'byte-pair'),
  plainField('a keyboard', '<label>Keyboard <input value="VALUE"></label>', 'qwertz'),
  plainField('pin as a verb', '<label>Pin to top <input value="VALUE"></label>', 'Harbour Museum'),
  plainField('a pin on a map', '<input name="pin" value="VALUE">', 'Harbour Museum'),
  plainField('tokens of a design', '<label>Design tokens <input value="VALUE"></label>', 'blue-500'),
  plainField('a search', '<input type="search" aria-label="Search tokens" value="VALUE">', 'github'),
  plainField('the name of a token', '<label>Token name <input value="VALUE"></label>', 'deploy-bot'),
  plainField('a count', '<label>Number of tokens <input value="VALUE"></label>', '128000'),
  plainField('a session of a conference', '<input name="session" value="VALUE">', 'Morning'),
];

export const pairCases: readonly PairCase[] = [
  { name: 'accessToken', value: 'abc', isSecret: true },
  { name: 'X-Api-Key', value: 'abc', isSecret: true },
  { name: 'new_passwordConfirmation', value: 'hunter2', isSecret: true },
  { name: 'xsrf', value: 'abc', isSecret: true },
  { name: 'cardNumber', value: '4242', isSecret: true },
  { name: 'session', value: 'a1b2c3d4e5f6a7b8', isSecret: true },
  { name: 'author', value: 'ann', isSecret: false },
  { name: 'maxTokens', value: '4096', isSecret: false },
  { name: 'nextPageToken', value: 'abc', isSecret: false },
  { name: 'passwordHint', value: 'dog', isSecret: false },
  { name: 'pin', value: 'top', isSecret: false },
  { name: 'credentials', value: 'include', isSecret: false },
];
