import { type Setup, vite, viteApp } from './setup.ts';

const react = { react: '^19.0.0', 'react-dom': '^19.0.0' };
const reactRouter = { ...react, 'react-router': '^7.0.0' };
const pluginReact = { '@vitejs/plugin-react': '^6.0.0' };

export const reactSetups: readonly Setup[] = [
  {
    ...viteApp,
    name: 'React, React Router',
    fixture: 'react',
    dependencies: { ...vite, ...reactRouter, ...pluginReact },
    path: '/',
  },
  {
    ...viteApp,
    name: 'React, Vite 5',
    fixture: 'react',
    dependencies: { ...reactRouter, vite: '^5.4.0', '@vitejs/plugin-react': '^4.0.0' },
    path: '/',
  },
  {
    ...viteApp,
    name: 'React, Vite 6',
    fixture: 'react',
    dependencies: { ...reactRouter, vite: '^6.4.0', '@vitejs/plugin-react': '^4.0.0' },
    path: '/',
  },
  {
    ...viteApp,
    name: 'React, Vite 7',
    fixture: 'react',
    dependencies: { ...reactRouter, vite: '7.3.1', '@vitejs/plugin-react': '^5.0.0' },
    path: '/',
  },
  {
    name: 'React, Rsbuild',
    fixture: 'react',
    dependencies: { ...reactRouter, '@rsbuild/core': '2.2.14', '@rsbuild/plugin-react': '2.1.1' },
    command: ['@rsbuild/core/bin/rsbuild.js', 'dev'],
    // It prints its address before it listens.
    ready: /built in/,
    path: '/',
    build: ['@rsbuild/core/bin/rsbuild.js', 'build'],
    built: ['dist'],
  },
  {
    name: 'React Router 8',
    fixture: 'react-router',
    dependencies: {
      ...vite,
      ...react,
      '@react-router/dev': '^8.0.0',
      '@react-router/node': '^8.0.0',
      '@react-router/serve': '^8.0.0',
      'react-router': '^8.0.0',
      isbot: '^5.0.0',
      typescript: '^6.0.0',
    },
    command: ['@react-router/dev/bin.cjs', 'dev'],
    path: '/kinds',
    build: ['@react-router/dev/bin.cjs', 'build'],
    built: ['build'],
  },
  {
    ...viteApp,
    name: 'TanStack Start',
    fixture: 'tanstack-start',
    dependencies: {
      ...vite,
      ...react,
      ...pluginReact,
      '@tanstack/react-start': '1.169.5',
      '@tanstack/react-router': '1.170.46',
      '@tanstack/react-router-devtools': '1.167.3',
      '@tanstack/react-devtools': '0.10.13',
      '@tanstack/devtools-vite': '0.8.5',
      nitro: '3.0.260610-beta',
    },
    path: '/kinds',
    built: ['.output'],
  },
  {
    name: 'Storybook 10',
    fixture: 'storybook',
    dependencies: {
      ...vite,
      ...react,
      ...pluginReact,
      storybook: '10.6.7',
      '@storybook/react-vite': '10.6.7',
      typescript: '^6.0.0',
    },
    command: ['storybook/dist/bin/dispatcher.js', 'dev', '--ci', '--exact-port'],
    path: '/iframe.html?id=shop-card--filled&viewMode=story',
    build: ['storybook/dist/bin/dispatcher.js', 'build', '--quiet', '--output-dir', 'dist'],
    built: ['dist'],
  },
];
