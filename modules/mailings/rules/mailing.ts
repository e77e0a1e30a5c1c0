/** All conditions must hold; null means any. */
export type MailingFilter = {
  competitionIds: number[] | null;
  /** `paid`: complete or shipped orders. `unpaid`: pending orders. Canceled orders are never selected. */
  paid: 'paid' | 'unpaid' | null;
  formField: { fieldId: number; value: string } | null;
  /** Conditions as in the list of participants. */
  conditions?: { field: string; type: ConditionType; value: ConditionValue }[] | undefined;
  /** Text to search for, as in the list of participants. */
  q?: string | undefined;
};
type ConditionType = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'like' | 'in';
type ConditionValue = string | number | boolean | null | (string | number)[];

/** Narrowed by conditions or a search of the list of participants. */
export const isNarrowed = ({ conditions = [], q = '' }: Pick<MailingFilter, 'conditions' | 'q'>): boolean =>
  conditions.length > 0 || q !== '';

export type MailingText = {
  de: { subject: string; body: string };
  /** null: everybody gets the German text. */
  'en-us': { subject: string; body: string } | null;
};

export const placeholders = ['firstName', 'lastName', 'competition', 'event', 'ticketLink'] as const;
type Placeholder = (typeof placeholders)[number];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

export const longestSubject = 150;
export const longestBody = 10_000;

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name);
const braces = /\{([^{}\n]{0,60})\}/g;

/** Unknown names in braces, without duplicates. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(braces)].flatMap(([whole, name = '']) => (isPlaceholder(name) ? [] : [whole]))),
];

export const filledText = (text: string, values: PlaceholderValues): string =>
  text.replace(braces, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));

type MailingError = { code: 'missing' | 'tooLong' | 'placeholder'; names?: string[] };
type MailingErrors = Readonly<Record<string, MailingError>>;

export function mailingErrors(text: MailingText): MailingErrors {
  const errors: Record<string, MailingError> = {};
  for (const language of ['de', 'en-us'] as const) {
    const written = text[language];
    if (written === null) continue;
    for (const part of ['subject', 'body'] as const) {
      const names = unknownPlaceholders(written[part]);
      const max = part === 'subject' ? longestSubject : longestBody;
      const code =
        written[part].trim() === ''
          ? 'missing'
          : written[part].length > max
            ? 'tooLong'
            : names.length > 0
              ? 'placeholder'
              : null;
      if (code !== null) errors[`${language}.${part}`] = { code, ...(names.length > 0 ? { names } : {}) };
    }
  }
  return errors;
}

export const paragraphsOf = (body: string): string[] =>
  body
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
