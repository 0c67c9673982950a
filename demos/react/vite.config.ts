import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { annotate } from '@annotate-mcp/vite-plugin';

const { ANNOTATE_TOKEN: token } = process.env;

export default defineConfig({ plugins: [react(), annotate(token === undefined ? {} : { token })] });
