/** Wrong on purpose, as an example to annotate: the heading has a typo, and cents are shown as dollars. */
export function BrokenCard({ cents }: { cents: number }) {
  return (
    <section className="card offer" data-testid="broken-card">
      <h2 data-testid="broken-title">Specail offer</h2>
      <p>Three origins in one sampler box, this week only.</p>
      <p className="price">${cents}</p>
    </section>
  );
}
