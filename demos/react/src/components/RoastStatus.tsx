export function RoastStatus({ batch }: { batch: number }) {
  return (
    <p className="status">
      <span className="spinner" data-testid="spinner" />
      Roasting batch {batch}
    </p>
  );
}
