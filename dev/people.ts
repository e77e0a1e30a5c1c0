/** Difficult names: umlauts, ß, ł, apostrophes, double names, very short and very long ones. All invented. */
const firstNames = [
  'Anna',
  'Björn',
  'Zoë',
  'Łukasz',
  'Jürgen',
  'Maria-Luise',
  'Çağla',
  'Søren',
  'Siobhán',
  'Đorđe',
  'Käthe',
  'François',
  'Ngọc',
  'Šárka',
  'Bo',
  "D'Angelo",
  'Ömer',
  'Grażyna',
  'José María',
  'Annelore',
  'Þóra',
  'Ján',
  'Ilse',
  'Nuño',
] as const;
const lastNames = [
  'Gruber',
  'Weiß',
  "O'Connor",
  'Müller-Lüdenscheidt',
  'Kowalska',
  'Nowak',
  'Straßer',
  'Żółkiewski',
  'Ó Briain',
  'Øvergård',
  'van der Meulen',
  'Ünal',
  'Großmann',
  'Čech',
  'Nguyễn',
  'Li',
  "D'Amico",
  'Fößleitner',
  'Hößlinger',
  'Ángeles',
  'Schmidt',
  'Böck',
  'Ščepanović',
  'Wöß',
] as const;
/** 60 characters, the maximum of passports. */
export const longLastName = 'Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst-Eck';

export type DemoPerson = {
  firstName: string;
  lastName: string;
  email: string;
  birthDate: string;
  gender: 'female' | 'male' | 'diverse';
  nationalityCountryCode: string;
};

/** The n-th, distinct person of the demo. */
export function demoPerson(index: number, ages: { from: number; to: number }, year: number): DemoPerson {
  const firstName = firstNames[index % firstNames.length] as string;
  const lastName =
    index === 7
      ? longLastName
      : (lastNames[(index * 7 + Math.floor(index / firstNames.length)) % lastNames.length] as string);
  const age = ages.from + ((index * 13) % (ages.to - ages.from + 1));
  const month = 1 + ((index * 5) % 12);
  const day = 1 + ((index * 11) % 28);
  return {
    firstName,
    lastName,
    email: `runner${index}@startblock.example`,
    birthDate: `${year - age}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    gender: (['female', 'male', 'female', 'male', 'diverse'] as const)[index % 5] as DemoPerson['gender'],
    nationalityCountryCode: (['AT', 'DE', 'AT', 'CH', 'IT', 'PL', 'AT', 'IE', 'TR'] as const)[index % 9] as string,
  };
}
