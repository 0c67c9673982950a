import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

import { annotate } from '@annotate-mcp/vite-plugin';

export default defineConfig({ plugins: [vue(), annotate()] });
