import type { ReactNode } from 'react';

export function InfoPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card panel" data-testid="panel">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
