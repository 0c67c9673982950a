/** The Dockerfile and the compose file: what they say fits together, and their commands run in a plain shell. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { startPostgres } from '@annotate-mcp/store/testing/postgres-server';

import { buildBin } from '../testing/build-bin.ts';
import { deployFolder, fillIn, readCompose, readDockerfile, wordsIn } from '../testing/deploy-files.ts';
import { exitCodeOf, temporary } from '../testing/test-project.ts';

const dockerfile = readDockerfile();
const compose = readCompose();
const { database, server } = compose.services;
const given = { POSTGRES_PASSWORD: 'abc123', ANNOTATE_PUBLIC_URL: 'https://team.example.com' };

describe('the files in deploy/', () => {
  it('use what exists: every copied file, the Dockerfile, the services, the volumes', () => {
    const copied = dockerfile
      .filter(({ name }) => name === 'COPY' || name === 'ADD')
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
      .filter((word) => !word.startsWith('--'));
    for (const file of copied) expect([file, existsSync(join(deployFolder, file))]).toEqual([file, true]);
    expect(existsSync(join(deployFolder, server.build ?? 'none', 'Dockerfile'))).toBe(true);
    const services = Object.keys(compose.services);
    expect(services).toEqual(expect.arrayContaining(Object.keys(server.depends_on)));
    const volumes = database.volumes.map((volume) => volume.split(':')[0]);
    expect(Object.keys(compose.volumes)).toEqual(volumes);
  });

  it('name one port everywhere', () => {
    const { port } = listening();
    expect(dockerfile).toContainEqual({ name: 'EXPOSE', text: port });
    expect(wordsIn(dockerfile, 'HEALTHCHECK').join(' ')).toContain(`:${port}/health`);
    expect(server.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  });

  it('give the server the address of the database beside it, and the time to end in order', () => {
    const store = new URL(fillIn(server.environment.ANNOTATE_STORE ?? '', given));
    const { POSTGRES_USER, POSTGRES_DB } = database.environment;
    expect([store.hostname, store.port, store.password]).toEqual(['database', '5432', 'abc123']);
    expect([store.username, store.pathname]).toEqual([POSTGRES_USER, `/${POSTGRES_DB}`]);
    // The server takes ten seconds at most.
    expect(Number.parseInt(server.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
  });

  it('ask for what has no default', () => {
    for (const name of Object.keys(given) as (keyof typeof given)[])
      expect(() =>
        Object.values({ ...database.environment, ...server.environment }).map((text) =>
          fillIn(text, { ...given, [name]: '' }),
        ),
      ).toThrow(`${name}: Set ${name}`);
  });

  it(
    'install the program, create a token and serve until SIGTERM, with nothing to write to but /tmp',
    // The program is built first, if it was not for another test.
    { tags: 'full', timeout: 300_000 },
    async () => {
      const top = temporary('annotate deploy ');
      onTestFinished(() => rmSync(top, { recursive: true, force: true, maxRetries: 10 }));
      const env = await installed(top);
      const postgres = await startPostgres();
      onTestFinished(() => postgres.stop());
      const { POSTGRES_USER, POSTGRES_DB } = database.environment;
      await postgres.query(`CREATE ROLE ${POSTGRES_USER} LOGIN PASSWORD '${given.POSTGRES_PASSWORD}'`);
      await postgres.query(`CREATE DATABASE ${POSTGRES_DB} OWNER ${POSTGRES_USER}`);
      for (const [name, text] of Object.entries(server.environment)) env[name] = fillIn(text, given);
      env.ANNOTATE_STORE = env.ANNOTATE_STORE?.replace('@database:5432', `@127.0.0.1:${postgres.port}`);

      const [program = ''] = wordsIn(dockerfile, 'ENTRYPOINT');
      const [create = ''] = compose.commands.filter((command) => command.includes('token create'));
      const words = create.split(' server ')[1]?.split(' ') ?? [];
      // The working folder of the image.
      const run = { cwd: '/', env, stdio: 'pipe' } as const;
      expect(execFileSync(program, words, { ...run, encoding: 'utf8' })).toMatch(/^annt_/);

      const port = await freePort();
      const onPort = (word: string) => word.replaceAll(listening().port, `${port}`);
      const child = spawn(program, wordsIn(dockerfile, 'CMD').map(onPort), run);
      onTestFinished(() => void child.kill('SIGKILL'));
      let said = '';
      child.stderr.on('data', (data) => (said += String(data)));
      const status = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(() => status('/ready'), { timeout: 60_000 }).toBe(200);
      const [check = '', ...checked] = wordsIn(dockerfile, 'HEALTHCHECK').map(onPort);
      execFileSync(check, checked, run);
      expect([await status('/'), await status('/home/page.js'), await status('/p/shop/list')]).toEqual([
        200, 200, 401,
      ]);
      const [, signal = ''] = /^(SIGTERM)$/.exec(textOf('STOPSIGNAL')) ?? [];
      child.kill(signal as NodeJS.Signals);
      expect([await exitCodeOf(child), said]).toEqual([0, '']);
    },
  );
});

/** Where the server of the image listens. */
function listening(): { port: string } {
  const words = wordsIn(dockerfile, 'CMD');
  return { port: words[words.indexOf('--port') + 1] ?? '' };
}

function textOf(name: string): string {
  return dockerfile.find((one) => one.name === name)?.text ?? '';
}

/** Packs the program, installs it as the image does, and returns the environment of the image. */
async function installed(top: string): Promise<Record<string, string | undefined>> {
  const [pack, prefix, tmp, home] = ['pack', 'prefix', 'tmp', 'home'].map((name) => join(top, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [pack, prefix, tmp]) mkdirSync(folder);
  // No folder can be made in it, even by root: the file system of the image is read-only.
  writeFileSync(home, '');
  const source = join(import.meta.dirname, '../..');
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(source, file), join(pack, file));
  await buildBin(join(pack, 'dist'));
  const npmEnv = {
    PATH: process.env.PATH,
    HOME: tmp,
    npm_config_cache: join(top, 'cache'),
    npm_config_prefix: prefix,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  execFileSync('npm', ['pack', '--pack-destination', top], { cwd: pack, env: npmEnv, stdio: 'pipe' });
  const [tarball = ''] = readdirSync(top).filter((name) => name.endsWith('.tgz'));
  const env = { ...npmEnv, VERSION: `file:${join(top, tarball)}` };
  for (const { name, text } of dockerfile)
    if (name === 'RUN') execFileSync('sh', ['-ec', text], { cwd: top, env, stdio: 'pipe' });
  const set = dockerfile
    .filter(({ name }) => name === 'ENV')
    .map(({ text }) => text.split('=') as [string, string]);
  const PATH = [join(prefix, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  return { ...Object.fromEntries(set), PATH, HOME: home, TMPDIR: tmp };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
