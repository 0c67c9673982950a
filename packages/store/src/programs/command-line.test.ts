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
    // `cmd.exe` knows no escaped quote: it is inside of quotes after every odd one.
    expect(written.split('"').length % 2).toBe(1);
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
