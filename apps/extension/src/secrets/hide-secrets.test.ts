import { describe, expect, it } from 'vitest';

import { hideInValue } from './hide-in-value.ts';
import { hideSecrets, hideUrlSecrets } from './hide-secrets.ts';

// In parts, so that no scanner takes it for a real one.
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N'].join('.');
const dashes = '-----';
const pem = `${dashes}BEGIN RSA PRIVATE KEY${dashes}\nMIIEpAIBAAKCAQEA75\n${dashes}END RSA PRIVATE KEY${dashes}`;

describe('secrets in a body', () => {
  it.each([
    {
      name: 'JSON',
      body: '{"user":"ann","password":"hunter2"}',
      shown: '{"user":"ann","password":"[redacted]"}',
    },
    {
      name: 'a quote in JSON',
      body: '{"newPassword": "a\\"b\\\\","x":1}',
      shown: '{"newPassword": "[redacted]","x":1}',
    },
    {
      name: 'OAuth',
      body: '{"access_token":"a","refresh_token":"b","id_token":"c","expires_in":3600,"token_type":"Bearer"}',
      shown:
        '{"access_token":"[redacted]","refresh_token":"[redacted]","id_token":"[redacted]","expires_in":3600,"token_type":"Bearer"}',
    },
    {
      name: 'nested',
      body: '{"a":[{"auth":{"clientSecret":"x"}}]}',
      shown: '{"a":[{"auth":{"clientSecret":"[redacted]"}}]}',
    },
    {
      name: 'JSON in JSON',
      body: '{"b":"{\\"api_key\\":\\"k\\",\\"n\\":1}"}',
      shown: '{"b":"{\\"api_key\\":\\"[redacted]\\",\\"n\\":1}"}',
    },
    {
      name: 'JSON in a text in JSON',
      body: '{"log":"sent {\\"sessionId\\":\\"s 1\\"}"}',
      shown: '{"log":"sent {\\"sessionId\\":\\"[redacted]\\"}"}',
    },
    {
      name: 'a list',
      body: '{"tokens":["a","b"],"n":["c"]}',
      shown: '{"tokens":["[redacted]","[redacted]"],"n":["c"]}',
    },
    {
      name: 'a number',
      body: '{"password":123456,"otp": 123456}',
      shown: '{"password":"[redacted]","otp": "[redacted]"}',
    },
    {
      name: 'names as values',
      body: '[{"name":"password","value":"hunter2"},{"name":"city","value":"Rome"}]',
      shown: '[{"name":"password","value":"[redacted]"},{"name":"city","value":"Rome"}]',
    },
    { name: 'JSON that is cut', body: '{"access_token":"abcdef', shown: '{"access_token":"[redacted]' },
    { name: 'a form', body: 'user=ann&password=hunter2&go=1', shown: 'user=ann&password=[redacted]&go=1' },
    {
      name: 'a nested form',
      body: 'user%5Bpassword_confirmation%5D=x&user[pwd]=y&n=1',
      shown: 'user%5Bpassword_confirmation%5D=[redacted]&user[pwd]=[redacted]&n=1',
    },
    {
      name: 'multipart',
      body: '--x\r\ncontent-disposition: form-data; name="passwd"\r\n\r\nhunter2\r\n--x--',
      shown: '--x\r\ncontent-disposition: form-data; name="passwd"\r\n\r\n[redacted]\r\n--x--',
    },
    {
      name: 'cookies',
      body: 'PHPSESSID=abc; theme=dark; connect.sid=s1; Path=/',
      shown: 'PHPSESSID=[redacted]; theme=dark; connect.sid=[redacted]; Path=/',
    },
    {
      name: 'headers',
      body: 'Host: a.test\r\nSet-Cookie: a=1; Path=/\r\nX-Api-Key: k',
      shown: 'Host: a.test\r\nSet-Cookie: [redacted]\r\nX-Api-Key: [redacted]',
    },
    {
      name: 'bearer',
      body: 'curl -H "Authorization: Bearer abc.def-123456"',
      shown: 'curl -H "Authorization: Bearer [redacted]"',
    },
    {
      name: 'bearer in a text',
      body: 'sent Bearer abc.def-123456 to it',
      shown: 'sent Bearer [redacted] to it',
    },
    { name: 'a JSON web token', body: `{"x":"${jwt}"}`, shown: '{"x":"[redacted]"}' },
    { name: 'a private key', body: `{"x":"${pem}","n":1}`, shown: '{"x":"[redacted]","n":1}' },
    {
      name: 'a private key that is cut',
      body: `a ${dashes}BEGIN PRIVATE KEY${dashes}\nMIIE`,
      shown: 'a [redacted]',
    },
    {
      name: 'a script',
      body: `const apiKey = 'abc', x = { secret: "s" };`,
      shown: `const apiKey = '[redacted]', x = { secret: "[redacted]" };`,
    },
    {
      name: 'HTML',
      body: '<input type="password" value="hunter2"><input name=csrf_token value=abc>',
      shown: '<input type="password" value="[redacted]"><input name=csrf_token value=[redacted]>',
    },
    {
      name: 'a meta element',
      body: '<meta name="csrf-token" content="abc">',
      shown: '<meta name="csrf-token" content="[redacted]">',
    },
    {
      name: 'XML',
      body: '<a><AccessToken>abc</AccessToken><n>1</n></a>',
      shown: '<a><AccessToken>[redacted]</AccessToken><n>1</n></a>',
    },
    {
      name: 'a login in an address',
      body: 'git clone https://ann:hunter2@git.test/a',
      shown: 'git clone https://ann:[redacted]@git.test/a',
    },
    { name: 'a vendor key', body: `{"k":"my ghp_${'a1'.repeat(18)}"}`, shown: '{"k":"my [redacted]"}' },
  ])('are hidden: $name', ({ body, shown }) => {
    expect(hideSecrets(body)).toBe(shown);
  });

  it.each([
    '{"tokenCount":12,"max_tokens":4096,"nextPageToken":"abc","input_tokens":7}',
    '{"passwordRequired":true,"passwordHint":"Your dog","password":"","secret":null,"token":false}',
    '{"name":"token ring","value":"a network"}',
    '<label for="password">Password</label><input type="password" placeholder="Password">',
    'The bearer instruments of the basic agreement were signed.',
    'Secret: the team meets on Monday.',
    '{"theme":{"colorToken":"blue-500","designTokens":["a","b"]}}',
    '{"commit":"9fceb02d0ae598e95dc970b74767f19372d61af8","id":"0b9e0c1c-5a51-4c55-8f0e-53a1b6f2c111"}',
    'q=password+manager&page=2&session=3',
    '{"compass":"north","bypass":"x","sidebar":"left","cookieBanner":"shown"}',
  ])('are not seen where there are none: %s', (body) => {
    expect(hideSecrets(body)).toBe(body);
  });

  const size = 1_000_000;
  it.each([
    ['JSON', '{"a":"b","password":"hunter2"},'],
    ['quotes', '"'],
    ['backslashes', '\\'],
    ['escaped quotes', '\\"'],
    ['open fields', '"a":"\\"'],
    ['beginnings of tokens', 'eyJ-'],
    ['one word', 'a'],
    ['spaces after a name', '"a"                    '],
    ['keys that do not end', `${dashes}BEGIN `],
    ['tags', '<input '],
    ['angle brackets', '<a>'],
    ['equals signs', 'a='],
    ['encoded quotes', 'a=%22 '],
    ['lines', 'name="a"\n'],
    ['bearers', 'bearer '],
  ])('are looked for in a megabyte of %s in little time', (_, part) => {
    const text = part.repeat(Math.ceil(size / part.length));
    const began = performance.now();
    hideSecrets(text);
    // Generous for a busy machine: quadratic time would be many minutes.
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});

it.each([
  ['https://a.test/?token=abc&x=1', 'https://a.test/?token=[redacted]&x=1'],
  ['https://a.test/#access_token=abc&state=1', 'https://a.test/#access_token=[redacted]&state=1'],
  ['https://a.test/cb?code=4%2F0AX4XfWh8abcdef', 'https://a.test/cb?code=[redacted]'],
  ['https://a.test/?code=404&page_token=a', 'https://a.test/?code=404&page_token=a'],
  [
    'https://a.test/?v=%7B%22token%22%3A%22abc%22%7D&x=1',
    'https://a.test/?v=%7B%22token%22%3A%22[redacted]%22%7D&x=1',
  ],
  ['https://ann:pw@a.test/', 'https://ann:[redacted]@a.test/'],
])('hides secrets of the address %s', (url, shown) => {
  expect(hideUrlSecrets(url)).toBe(shown);
});

it('hides secrets in what a script returned, and leaves messages about fields', () => {
  expect(
    hideInValue({
      token: 'abc',
      errors: { password: 'The password is too short' },
      list: [`sid=1; theme=dark`, 7, null],
      valid: { password: true },
    }),
  ).toEqual({
    token: '[redacted]',
    errors: { password: 'The password is too short' },
    list: ['sid=[redacted]; theme=dark', 7, null],
    valid: { password: true },
  });
});
