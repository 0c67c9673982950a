/**
 * Replaces secrets in the text of requests and responses: JSON (also inside of a JSON string, and cut off), forms,
 * cookies, multipart, HTML, XML, and keys and tokens in any text. Each step takes time in proportion to the text.
 */
import { isPasswordPair, isSecretPair, looksRandom, redacted, redactForms } from '@annotate-mcp/page-facts';

import { hideJsonFields } from './json-fields.ts';

export function hideSecrets(text: string): string {
  return redactForms(hidePairs(hideMultipart(hideTags(hideAssignments(hideJsonFields(text))))));
}

/** For addresses: a code that is exchanged for a login is a secret there as well. */
export function hideUrlSecrets(url: string): string {
  const named = url.replace(
    /([?&#;](?:code|ticket|assertion)=)([^&#;]+)/gi,
    (whole, name: string, value: string) => (looksRandom(value) ? name + redacted : whole),
  );
  return redactForms(hidePairs(named));
}

/**
 * For the address of a page, which an agent may need as it is: only what a form has sent as a password is hidden there.
 */
export function hideUrlPasswords(url: string): string {
  return url.replace(
    /([?&#;])([\w.%[\]-]{1,100})=([^&#;]+)/g,
    (whole, before: string, name: string, value: string) =>
      isPasswordPair(name, value) ? `${before}${name}=${redacted}` : whole,
  );
}

/** `password: "…"` and `token = '…'` as scripts have them. */
function hideAssignments(text: string): string {
  return text.replace(
    /(?<![\w$-])([\w$-]{1,80})(\s{0,3}[:=]\s{0,3})(["'`])((?:(?!\3)[^\\\n]|\\.){1,2000})\3/g,
    (whole, name: string, between: string, quote: string, value: string) =>
      isSecretPair(name, value) ? `${name}${between}${quote}${redacted}${quote}` : whole,
  );
}

/** `<input name=token value=…>`, `<meta name=csrf-token content=…>` and `<password>…</password>`. */
function hideTags(text: string): string {
  return text
    .replace(/<(?:input|meta)\b[^<>]{1,2000}>/gi, (tag) => {
      const attribute = (name: string) =>
        new RegExp(`\\b${name}\\s{0,3}=\\s{0,3}(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i')
          .exec(tag)
          ?.slice(1)
          .join('');
      const value = attribute('value') ?? attribute('content') ?? '';
      const isSecret = attribute('type') === 'password' || isSecretPair(attribute('name') ?? '', value);
      return isSecret && value !== '' ? tag.replace(value, () => redacted) : tag;
    })
    .replace(/<([\w:.-]{1,80})>([^<]{1,8000})<\/\1>/g, (whole, name: string, value: string) =>
      isSecretPair(name, value) ? `<${name}>${redacted}</${name}>` : whole,
    );
}

function hideMultipart(text: string): string {
  return text.replace(
    /\bname="([^"\r\n]{1,100})"([^\r\n]{0,200}(?:\r?\n[^\r\n]{1,300}){0,5}\r?\n\r?\n)([^\r\n]+)/g,
    (whole, name: string, between: string, value: string) =>
      isSecretPair(name, value) ? `name="${name}"${between}${redacted}` : whole,
  );
}

/** `name=value` in forms, addresses and cookies, and `Name: value` as headers are written. */
function hidePairs(text: string): string {
  return text
    .replace(
      /(^|[?&#;,\s"'`(])([\w.%[\]-]{1,100})=([^&#;\s"'`<>]+)/g,
      (_, before: string, name: string, value: string) =>
        `${before}${name}=${isSecretPair(name, value) ? redacted : hideEncoded(value)}`,
    )
    .replace(
      /^([\w-]{1,80}(?: [\w-]{1,20})?)(:[ \t]{0,3})([^\r\n]+)$/gm,
      (whole, name: string, between: string, value: string) =>
        isSecretPair(name, value) && !isExplained(name, value) ? `${name}${between}${redacted}` : whole,
    );
}

/** `Password: must have eight characters` has none. */
function isExplained(name: string, value: string): boolean {
  return isPasswordPair(name, value) && /\s/.test(value) && !/[a-z]\d|\d[a-z]/i.test(value);
}

/** JSON in an address. */
function hideEncoded(value: string): string {
  if (!/%22.{0,500}%3a/i.test(value)) return value;
  try {
    const plain = decodeURIComponent(value);
    const masked = hideJsonFields(plain);
    if (masked === plain) return value;
    return encodeURIComponent(masked).replaceAll(encodeURIComponent(redacted), redacted);
  } catch {
    // Not valid, or cut off inside of a character.
    return value;
  }
}
