import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { annotate } from '@annotate-mcp/vite-plugin';

export default defineConfig({ plugins: [react(), annotate()] });
