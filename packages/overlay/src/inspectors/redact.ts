/**
 * Finds secrets by their form, so that they do not leave the page. Secret scanners are too large for a page. By their
 * name they are found by secret-names.ts, which the first load does not need.
 */

export const redacted = '[redacted]';

/** The text with everything that looks like a key, a token or a card number taken out. */
export function redactText(text: string): string {
  let result = text;
  for (const [pattern, replacement] of patterns) result = result.replace(pattern, replacement);
  return result.replace(cardNumber, (digits) => (isCardNumber(digits) ? redacted : digits));
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted],
  // JSON web tokens
  [/\beyJ[\w-]{8,}\.[\w-]{8,}(\.[\w-]*)*/g, redacted],
  // Requires a digit, so that "bearer instruments" is not redacted.
  [/\b(bearer|basic)\s+(?=\S*[\d=])[\w.~+/-]{8,}=*/gi, `$1 ${redacted}`],
  [/(\/\/)[^\s/:@]+:[^\s/@]+@/g, `$1${redacted}@`],
  [/\b(sk|rk|pk)[-_](?=[\w-]*\d)[\w-]{16,}/g, redacted],
  [/\b(gh[opsur]|npm|hf|glpat|dop_v1|github_pat|whsec)[-_][\w-]{16,}/g, redacted],
  [/\bxox[abeoprs]-[\w-]{10,}/g, redacted],
  [/\b(AKIA|ASIA)[A-Z\d]{16}\b/g, redacted],
  [/\bAIza[\w-]{30,}/g, redacted],
  [
    /\b([\w-]{0,40}(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|authorization|set-cookie|cookie|session[-_]?id))(["']?\s?[=:]\s?["']?(?:(?:bearer|basic)\s+)?)(?!\[redacted\]|(?:bearer|basic)\s)[^\s"'&,;<>[\]{}()]{3,}/gi,
    `$1$2${redacted}`,
  ],
];

const cardNumber = /(?<![\w.-])[2-6]\d(?:[ -]?\d){12,17}(?![\w-])/g;

/** Luhn's check, which distinguishes card numbers from other long numbers. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    if (i % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
