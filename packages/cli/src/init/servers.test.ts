/** What init says in an app that no package of ours goes into: the command that starts it with the overlay. */
import { describe, expect, it } from 'vitest';

import { diagnose } from '../testing/diagnose.ts';
import { createStandIns } from '../testing/stand-in-programs.ts';
import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

/** The text of package.json with these scripts. */
const manifest = (dependencies: Record<string, string>, ...scripts: string[]) =>
  JSON.stringify({ dependencies, scripts: Object.fromEntries(scripts.map((name) => [name, 'x'])) });

const init = (here: TestProject) => here.run(['init', '--agents', 'cursor', '--yes', '--no-install']);

describe('init in an app whose server', () => {
  it.each([
    { name: 'Rails', files: { Gemfile: '', 'config/application.rb': '' }, start: 'bin/rails server' },
    {
      name: 'Django',
      files: { 'manage.py': 'from django.core.management import execute_from_command_line' },
      start: 'python3 manage.py runserver',
    },
    {
      name: 'Laravel',
      files: {
        artisan: '',
        'composer.json': '{}',
        'package.json': '{ "devDependencies": { "vite": "7", "laravel-vite-plugin": "2" } }',
        'vite.config.js': 'export default {};',
      },
      start: 'php artisan serve',
    },
    {
      name: 'Docusaurus',
      files: { 'package.json': manifest({ '@docusaurus/core': '3', react: '19' }, 'start') },
      start: 'npm start',
    },
    {
      name: 'Gatsby',
      files: { 'package.json': manifest({ gatsby: '5', react: '18' }, 'develop', 'start') },
      start: 'npm run develop',
    },
    { name: 'Ember', files: { 'package.json': manifest({ 'ember-cli': '6' }, 'start') }, start: 'npm start' },
    {
      name: 'Eleventy',
      files: { 'package.json': manifest({ '@11ty/eleventy': '3' }, 'build') },
      start: 'npx @11ty/eleventy --serve',
    },
    {
      name: 'Create React App',
      files: { 'package.json': manifest({ 'react-scripts': '5' }, 'start'), 'yarn.lock': '' },
      start: 'yarn start',
    },
    {
      name: 'Storybook',
      files: {
        'package.json': manifest({ storybook: '10', '@storybook/react-webpack5': '10' }, 'storybook'),
      },
      start: 'npm run storybook',
    },
    {
      name: 'VitePress',
      files: { 'package.json': manifest({ vitepress: '1' }, 'docs:dev'), 'docs/index.md': '' },
      start: 'npm run docs:dev',
    },
    {
      name: 'Flask',
      files: { 'app.py': 'from flask import Flask\napp = Flask(__name__)\n' },
      start: 'flask --debug run',
    },
    {
      name: 'Flask',
      files: { 'shop/__init__.py': 'def create_app():\n    return Flask(__name__)\n' },
      start: 'flask --app shop --debug run',
    },
    { name: 'PHP', files: { 'index.php': '' }, start: 'php -S localhost:8000' },
    { name: 'PHP', files: { 'public/index.php': '' }, start: 'php -S localhost:8000 -t public' },
    {
      name: 'Node.js app',
      files: { 'package.json': manifest({ express: '5' }, 'start', 'dev') },
      start: 'npm run dev',
    },
    { name: 'Phoenix', files: { 'mix.exs': '{:phoenix, "~> 1.8"}' }, start: 'mix phx.server' },
  ])('is $name names the command that shows it with the overlay', async ({ name, files, start }) => {
    const here = createProject();
    for (const [file, text] of Object.entries(files)) here.write(file, text);
    const { code, stdout } = await init(here);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Found {4}${name}(?:, yarn)?$`, 'm'));
    expect(stdout).toContain(`1. Start your app with npx annotate-mcp dev -- ${start} and open`);
    expect(Object.keys(here.files()).sort()).toEqual([...Object.keys(files), '.cursor/mcp.json'].sort());
    const { of } = await diagnose(here);
    expect(of('page side')).toMatchObject({ status: 'ok' });
    expect(of('dev server')).toMatchObject({ fix: `Start it with npx annotate-mcp dev -- ${start}.` });
  });

  it('is none, because the site has only files, names one that this machine has', async () => {
    const here = createProject();
    here.write('index.html', '<h1>Shop</h1>');
    const { env } = createStandIns(here, { names: ['python3'], exitCode: 0, code: '' });
    const args = ['init', '--agents', 'cursor', '--dry-run', '--yes', '--json'];
    const start = async (more: Record<string, string>) =>
      (JSON.parse((await here.run(args, { env: more })).stdout) as { remarks: string[] }).remarks.join();
    expect(await start(env)).toContain('npx annotate-mcp dev -- python3 -m http.server and open');
    expect(await start({ PATH: here.home })).toContain('npx annotate-mcp dev -- npx --yes serve and open');
  });

  it('is a bundler without the file that the plugin goes into is started by its script', async () => {
    const here = createProject();
    here.write('package.json', manifest({ 'webpack-dev-server': '5' }, 'start'));
    const { stdout } = await init(here);
    expect(stdout).toContain('1. Start your app with npx annotate-mcp dev -- npm run start and open');
  });

  it.each([
    { name: 'is not known', file: 'main.go', text: 'package main', says: 'No app with a framework' },
    {
      name: 'has its configuration elsewhere',
      file: 'package.json',
      text: '{ "devDependencies": { "webpack": "5", "webpack-dev-server": "5" } }',
      says: 'There is no webpack.config in',
    },
  ])('that $name offers the proxy', async ({ file, text, says }) => {
    const here = createProject();
    here.write(file, text);
    const { stdout } = await init(here);
    expect(stdout).toContain(says);
    expect(stdout).toContain('npx annotate-mcp dev http://localhost:8000');
    expect(stdout).toContain('1. Start your app with npx annotate-mcp dev -- <your command> and open');
  });
});
