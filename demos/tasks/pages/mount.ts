import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export function mount(content: ReactNode): void {
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(content);
}
