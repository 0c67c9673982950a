/** The list of tools is part of every conversation, so its schemas leave out what has no effect. */
export function shortenJsonSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = schema;
  return withoutSafeLimits(rest);
}

/** Without the limits that JavaScript has for each integer. */
function withoutSafeLimits(schema: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'minimum' || key === 'maximum') || !isSafeLimit(value),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, visit(value)]));
}

function isSafeLimit(value: unknown): boolean {
  return value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;
}

function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visit);
  return isRecord(value) ? withoutSafeLimits(value) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
