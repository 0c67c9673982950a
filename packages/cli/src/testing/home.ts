/**
 * Gives the process a home folder of its own. add-mcp reads the home folder once, when the first test file loads it, and
 * files share a process: it must never be that of the person who runs the tests. A command that is to find agents there
 * needs a process of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const home = mkdtempSync(join(tmpdir(), 'annotate home '));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
Object.assign(process.env, { HOME: home, USERPROFILE: home });
