const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
] as const;

/** How long ago, in the largest unit that fits: `3 h`. */
export function age(time: string, now: Date): string {
  const elapsed = Math.max(0, now.getTime() - new Date(time).getTime());
  const { name, ms } = units.find((unit) => elapsed >= unit.ms) ?? { name: 's', ms: 1_000 };
  return `${Math.floor(elapsed / ms)} ${name}`;
}
