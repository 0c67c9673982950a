/** Finds secrets by their form, whatever the name beside them is. Each step takes time in proportion to the text. */
import { hidden } from './secret-names.ts';

export function hideSecretForms(text: string): string {
  return (
    hidePrivateKeys(text)
      .replace(
        /\b(bearer|basic)(\s{1,3})([\w.~+/-]{8,}=*)/gi,
        (whole, kind: string, gap: string, value: string) =>
          /[\d=]/.test(value) ? `${kind}${gap}${hidden}` : whole,
      )
      .replace(/(:\/\/[^\s/:@"'<>]{1,200}):[^\s/@"'<>]{1,200}@/g, `$1:${hidden}@`)
      // A run of these characters is looked at once: a pattern that may begin anywhere in it would be slow.
      .replace(/[\w.~-]{16,}/g, (run) => hideRun(run))
  );
}

function hideRun(run: string): string {
  let tries = 0;
  for (const { index } of run.matchAll(formStarts)) {
    const rest = run.slice(index);
    if (secretForms.some((form) => form.test(rest))) return run.slice(0, index) + hidden;
    if (++tries === maxTries) break;
  }
  return run;
}

/** Each try reads the rest of the run, so their number is limited. */
const maxTries = 8;
const formStarts =
  /(?<![A-Za-z\d])(?:eyJ|(?:sk|rk|gh[opsur]|npm|hf|glpat|dop_v1|github_pat|whsec)[-_]|xox[abeoprs]-|AKIA|ASIA|AIza)/g;

const secretForms: readonly RegExp[] = [
  // JSON web tokens
  /^eyJ[\w-]{8,}\.[\w-]{8,}/,
  /^(?:sk|rk)[-_](?=[\w-]*\d)[\w-]{16,}/,
  /^(?:gh[opsur]|npm|hf|glpat|dop_v1|github_pat|whsec)[-_][\w-]{16,}/,
  /^xox[abeoprs]-[\w-]{10,}/,
  /^(?:AKIA|ASIA)[A-Z\d]{16}$/,
  /^AIza[\w-]{30,}/,
];

/** The end of a key may be missing, when the text was cut. */
function hidePrivateKeys(text: string): string {
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
    parts.push(text.slice(at, begin), hidden);
    at = close < 0 ? text.length : close + 5;
  }
}
