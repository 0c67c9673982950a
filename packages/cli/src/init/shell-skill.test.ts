import { describe, expect, it } from 'vitest';

import { commands } from '../commands/index.ts';
import { setUpCli } from '../testing/test-project.ts';

import { shellSkillFiles } from './shell-skill.ts';

const { createProject } = setUpCli();

describe('init for an agent without MCP', () => {
  it('writes one skill where agents look for it, connects no server, and undo removes it', async () => {
    const here = createProject();
    here.write('package.json', '{}');
    const before = here.files();
    const { code, stdout } = await here.run(['init', '--yes', '--agents', 'without-mcp', '--guide']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('Use the skill annotations-in-a-shell');
    expect(Object.keys(here.files()).filter((file) => !(file in before))).toEqual(shellSkillFiles.toSorted());
    const [agents = '', claude = ''] = shellSkillFiles.map((file) => here.read(file));
    expect(agents).toBe(claude);
    expect((await here.run(['init', '--undo', '--yes'])).code).toBe(0);
    expect(here.files()).toEqual(before);
  });

  it('goes with other agents, and leaves a file of the person with the same name alone', async () => {
    const here = createProject();
    const [file = ''] = shellSkillFiles;
    here.write(file, 'mine');
    await here.run(['init', '--yes', '--agents', 'cursor,without-mcp']);
    expect(here.read(file)).toBe('mine');
    expect(here.files()).toHaveProperty([shellSkillFiles[1] ?? '']);
    expect(here.files()).toHaveProperty(['.cursor/mcp.json']);
  });

  it('names commands that there are, in a head that every reader of skills understands', async () => {
    const here = createProject();
    await here.run(['init', '--yes', '--agents', 'without-mcp']);
    const text = here.read(shellSkillFiles[0] ?? '');
    const named = [...text.matchAll(/annotate-mcp ([a-z]+)/g)].map(([, name = '']) => name);
    const known = commands.map(({ name }) => name);
    expect(named.filter((name) => name !== 'init' && !known.includes(name))).toEqual([]);
    expect(text).toMatch(/^---\nname: annotations-in-a-shell\ndescription: [^:\n]{1,1024}\n---\n/);
  });
});
