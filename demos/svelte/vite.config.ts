import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { annotate } from '@annotate-mcp/vite-plugin';

export default defineConfig({ plugins: [svelte(), annotate()] });
