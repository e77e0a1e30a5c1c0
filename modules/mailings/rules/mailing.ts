/** Whom a mailing goes to: all conditions at once; what is null does not matter. */
export type MailingFilter = {
  competitionIds: number[] | null;
  /** `paid`: complete or shipped orders. `unpaid`: orders that wait for their money. Canceled ones never. */
  paid: 'paid' | 'unpaid' | null;
  /** The answer to a form field, as it is written. */
  formField: { fieldId: number; value: string } | null;
};

export type MailingText = {
  de: { subject: string; body: string };
  /** null: everybody gets the German text. */
  'en-us': { subject: string; body: string } | null;
};

/** What a mailing may say of whoever gets it. */
export const placeholders = ['firstName', 'lastName', 'competition', 'event', 'ticketLink'] as const;
type Placeholder = (typeof placeholders)[number];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

export const longestSubject = 150;
export const longestBody = 10_000;

const isPlaceholder = (name: string): name is Placeholder => placeholders.some((known) => known === name);
const braces = /\{([^{}\n]{0,60})\}/g;

/** The names in braces that mean nothing, each once. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([...text.matchAll(braces)].flatMap(([whole, name = '']) => (isPlaceholder(name) ? [] : [whole]))),
];

export const filledText = (text: string, values: PlaceholderValues): string =>
  text.replace(braces, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));

type MailingError = { code: 'missing' | 'tooLong' | 'placeholder'; names?: string[] };
type MailingErrors = Readonly<Record<string, MailingError>>;

/** What is wrong with a mailing, by the path of the field; nothing when it may be sent. */
export function mailingErrors(text: MailingText): MailingErrors {
  const errors: Record<string, MailingError> = {};
  for (const language of ['de', 'en-us'] as const) {
    const written = text[language];
    if (written === null) continue;
    for (const part of ['subject', 'body'] as const) {
      const names = unknownPlaceholders(written[part]);
      const most = part === 'subject' ? longestSubject : longestBody;
      const code =
        written[part].trim() === ''
          ? 'missing'
          : written[part].length > most
            ? 'tooLong'
            : names.length > 0
              ? 'placeholder'
              : null;
      if (code !== null) errors[`${language}.${part}`] = { code, ...(names.length > 0 ? { names } : {}) };
    }
  }
  return errors;
}

/** The paragraphs of a text: what stands between empty lines. */
export const paragraphsOf = (body: string): string[] =>
  body
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
