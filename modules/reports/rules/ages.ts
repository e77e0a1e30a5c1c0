/** Lower bounds of the age classes used by races. */
const firstAges = [0, 10, 14, 18, 20, 30, 40, 50, 60, 70, 80] as const;

export type AgeClass = { from: number; to: number | null };
export const ageClasses: readonly AgeClass[] = firstAges.map((from, index) => {
  const next = firstAges[index + 1];
  return { from, to: next === undefined ? null : next - 1 };
});

export function ageClassOf(birthYear: string, eventYear: number): AgeClass | null {
  if (!/^\d{4}$/.test(birthYear)) return null;
  const age = Math.max(0, eventYear - Number(birthYear));
  return ageClasses.find(({ to }) => to === null || age <= to) ?? null;
}
