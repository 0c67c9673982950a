import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { commandLineFor, quoteForBatch } from './command-line.ts';
import { runProgram } from './run-program.ts';

describe('an argument', () => {
  it.each([
    'two words',
    'a&b',
    '%PATH%',
    '"',
    'a"b c',
    '^',
    'back\\',
    '$(id)',
    '`id`',
    ';',
    '*',
    '',
    '\n',
    "'",
    '!x!',
  ])('%j arrives as it is, because no shell reads it', async (argument) => {
    const { stdout } = await runProgram(process.execPath, [
      '-e',
      'process.stdout.write(JSON.stringify(process.argv.slice(1)))',
      '--',
      argument,
      'last',
    ]);
    expect(JSON.parse(stdout)).toEqual([argument, 'last']);
  });

  it.each([
    ['two words', '"two words"'],
    ['a&b', '"a&b"'],
    ['a|b<c>d(e)', '"a|b<c>d(e)"'],
    ['^', '"^"'],
    ['!x!', '"!x!"'],
    ['', '""'],
    ['%PATH%', '"%%cd:~,%PATH%%cd:~,%"'],
    ['"', '""""'],
    ['a"&calc', '"a""&calc"'],
    ['"&calc&"', '"""&calc&"""'],
    ['dir\\', '"dir\\\\"'],
    ['a\\"b', '"a\\\\""b"'],
    ['a\\b', '"a\\b"'],
  ])('%j of a batch file is written as %s, with balanced quotes around all of it', (argument, written) => {
    expect(quoteForBatch(argument)).toBe(written);
    // `cmd.exe` knows no escaped quote: it is inside quotes after every odd one.
    expect(written.split('"').length % 2).toBe(1);
  });

  it('of a batch file arrives as it is, whatever it is, and cmd.exe sees nothing outside of quotes', () => {
    const characters = [
      '"',
      '\\',
      '%',
      '&',
      '^',
      '!',
      '|',
      ' ',
      '(',
      ')',
      '~',
      ',',
      ':',
      'c',
      'd',
      'PATH',
      'ü',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...characters), { maxLength: 12 }), (parts) => {
        const argument = parts.join('');
        const line = expandVariables(quoteForBatch(argument));
        expect(outsideOfQuotes(line)).toBe('');
        expect(readArgument(line)).toBe(argument);
        // A file that hands it on with `%*` has it read by `cmd.exe` again, which expands nothing in what it put in.
        expect(outsideOfQuotes(`${line} ${line}`)).toBe(' ');
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['a\nb', 'a\rb', 'a\0b'])('%j of a batch file is refused', (argument) => {
    expect(() => quoteForBatch(argument)).toThrow('cannot be an argument of a batch file');
  });

  it('goes to a program of Windows as a list, and to a batch file through cmd.exe of the system', () => {
    const env = { SystemRoot: 'C:\\Windows', ComSpec: 'C:\\project\\cmd.exe' };
    const line = (file: string) => commandLineFor(file, ['a&b', 'c d'], 'win32', env);
    expect(line('C:\\bin\\git.exe')).toEqual({
      file: 'C:\\bin\\git.exe',
      args: ['a&b', 'c d'],
      isVerbatim: false,
    });
    const batch = {
      file: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/d', '/e:ON', '/v:OFF', '/s', '/c', '""C:\\my bin\\npx.cmd" "a&b" "c d""'],
      isVerbatim: true,
    };
    expect(line('C:\\my bin\\npx.cmd')).toEqual(batch);
    expect(line('C:\\my bin\\npx.CMD').isVerbatim).toBe(true);
    // Windows leaves out dots and spaces at the end of a name.
    expect(line('C:\\my bin\\npx.bat. ').isVerbatim).toBe(true);
    expect(commandLineFor('/bin/npx.cmd', ['a'], 'linux', env).isVerbatim).toBe(false);
  });
});

/** As `cmd.exe /c` does, where every variable has a value: two percent signs without a name between them stay one. */
function expandVariables(line: string): string {
  let [expanded, at] = ['', 0];
  while (at < line.length) {
    const end = line.charAt(at) === '%' ? line.indexOf('%', at + 1) : -1;
    const name = end < 0 ? '' : line.slice(at + 1, end);
    if (name === '') expanded += line.charAt(at++);
    else {
      // The piece of a value from its beginning, of no length.
      expanded += /^cd:~,$/i.test(name) ? '' : 'VALUE';
      at = end + 1;
    }
  }
  return expanded;
}

/** Every quote of `cmd.exe` begins or ends a quoted part. */
function outsideOfQuotes(line: string): string {
  return line
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join('');
}

/** One argument, as programs of Windows read their line: a quote that is written twice in quotes is one. */
function readArgument(line: string): string {
  let [argument, isQuoted] = ['', false];
  for (let at = 0; at < line.length;) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    const isBeforeQuote = line.charAt(at + slashes) === '"';
    argument += '\\'.repeat(isBeforeQuote ? Math.floor(slashes / 2) : slashes);
    at += slashes;
    if (!isBeforeQuote) argument += line.charAt(at);
    else if (slashes % 2 === 1) argument += '"';
    else if (isQuoted && line.charAt(at + 1) === '"') {
      argument += '"';
      at += 1;
    } else isQuoted = !isQuoted;
    at += 1;
  }
  return argument;
}
