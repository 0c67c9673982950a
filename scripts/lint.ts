/**
 * Formatting, unused code and rules; every part reports, also when another one fails.
 * Arguments: [--fix] [files…]. With files there is no search for unused code, which needs all of them.
 */
import { run, tool } from './toolchain.mjs';

const args = process.argv.slice(2);
const [option] = args;
const fixes = option === '--fix';
if (option?.startsWith('-') === true && !fixes) {
  console.error(`lint does not know ${option}. Usage: npm run lint -- [--fix] [files…]`);
  process.exit(1);
}
const files = fixes ? args.slice(1) : args;

const corrected = fixes ? ['--fix'] : [];
const oxfmt = [...tool('oxfmt'), ...(fixes ? [] : ['--check'])];
const eslint = [...tool('eslint'), '--max-warnings', '0', '--no-warn-ignored', ...corrected];
const oxlint = [...tool('oxlint'), '--max-warnings', '0', ...corrected];
const knip = [...tool('knip'), '--no-progress', '--no-config-hints'];

const scripts = files.filter((file) => /\.(?:ts|tsx|js|mjs)$/.test(file));
const ofScripts =
  scripts.length > 0
    ? [
        [...eslint, ...scripts],
        [...oxlint, ...scripts],
      ]
    : [];
const parts =
  files.length > 0
    ? [[...oxfmt, '--no-error-on-unmatched-pattern', ...files], ...ofScripts]
    : [
        [...oxfmt, '.'],
        knip,
        [...knip, '--production', '--include', 'exports,types'],
        [...eslint, '.'],
        oxlint,
      ];

for (const part of parts) if ((await run(part)) !== 0) process.exitCode = 1;
