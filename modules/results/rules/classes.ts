export const classPresets = ['fives', 'tens', 'none', 'own'] as const;
export type ClassPreset = (typeof classPresets)[number];

/** Both included, age in the year of the competition. */
export type AgeClass = { name: string; from: number; to: number };

const oldest = 120;
const steps = (from: number, step: number, last: number): AgeClass[] =>
  Array.from({ length: (last - from) / step + 1 }, (_, at) => {
    const begins = from + at * step;
    return { name: String(begins), from: begins, to: begins === last ? oldest : begins + step - 1 };
  });

/** Youth below 20, main class, then every five or ten years. */
const fives = [{ name: 'U20', from: 0, to: 19 }, { name: '20', from: 20, to: 29 }, ...steps(30, 5, 80)];
const tens = [{ name: 'U20', from: 0, to: 19 }, ...steps(20, 10, 80)];

const maxClasses = 60;
const linePattern = /^(.{1,20}?)\s*[:;,]\s*(\d{1,3})\s*(?:[-–;,]\s*(\d{1,3})?)?(\+)?$/;

/** Lines such as `U16: 0-15` or `60: 60+`. `wrong`: invalid or overlapping lines. */
export function parseClasses(text: string): { classes: AgeClass[]; wrong: string[] } {
  const classes: AgeClass[] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const match = linePattern.exec(line);
    const [, name = '', from = '', to, plus] = match ?? [];
    const isOpen = plus !== undefined || /[-–]\s*$/.test(line);
    const one = { name: name.trim(), from: Number(from), to: isOpen ? oldest : Number(to ?? from) };
    const isTaken = classes.some((each) => each.name === one.name || (each.from <= one.to && one.from <= each.to));
    if (!match || one.name === '' || one.to < one.from || isTaken || classes.length >= maxClasses) wrong.push(line);
    else classes.push(one);
  }
  return { classes, wrong };
}

export function classesOf(preset: ClassPreset, own: string): readonly AgeClass[] {
  if (preset === 'none') return [];
  if (preset === 'own') return parseClasses(own).classes;
  return preset === 'tens' ? tens : fives;
}

/** No class without a year or gender. */
const letters = { female: 'W', male: 'M', diverse: 'D' } as const;
export type RankedGender = keyof typeof letters;
export const isRankedGender = (gender: string | null): gender is RankedGender => gender !== null && gender in letters;

/** `W35`, by year of birth; null: none. */
export function classOf(
  classes: readonly AgeClass[],
  { birthYear, gender }: { birthYear: number | null; gender: string | null },
  year: number,
): string | null {
  if (birthYear === null || !isRankedGender(gender)) return null;
  const age = year - birthYear;
  const found = classes.find(({ from, to }) => age >= from && age <= to);
  return found ? `${letters[gender]}${found.name}` : null;
}

/** In the order of lists. */
export const classLabels = (classes: readonly AgeClass[]): string[] =>
  (['W', 'M', 'D'] as const).flatMap((letter) => classes.map(({ name }) => `${letter}${name}`));
