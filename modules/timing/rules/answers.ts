export type GivenBib = { bib: string; pid: number | null };

const wholeNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
};

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** `{"ID": 12, "Bib": 101}`, `{"Bib": 101}` or a bare number; null otherwise. */
export function givenBib(text: string): GivenBib | null {
  const answer = parsed(text);
  const object = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : null;
  const bib = wholeNumber(object ? object.Bib : answer);
  return bib === null ? null : { bib: String(bib), pid: object ? wholeNumber(object.ID) : null };
}

/** The first https address in the text. */
export const linkIn = (text: string): string | null => {
  const found = /https:\/\/[^\s"'<>\\\]]+/.exec(text.replaceAll('\\/', '/'));
  return found && found[0].length <= 2000 ? found[0].replaceAll('&amp;', '&') : null;
};

/** `{"Error": "…"}` or plain text, as one line. */
export function refusalIn(text: string): string {
  const answer = parsed(text);
  const reason =
    typeof answer === 'object' && answer !== null && 'Error' in answer
      ? String(answer.Error)
      : text.replace(/<[^>]*>/g, ' ');
  return reason.replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** Rows as arrays of values or as objects by field; null when the text is not a list. */
export function listRows(text: string, fields: readonly string[]): Record<string, string>[] | null {
  const answer = parsed(text);
  const rows =
    typeof answer === 'object' && answer !== null && !Array.isArray(answer) && 'data' in answer ? answer.data : answer;
  if (!Array.isArray(rows)) return null;
  const written = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());
  return rows.map((row: unknown): Record<string, string> => {
    const readAt = (field: string, at: number): unknown => {
      if (Array.isArray(row)) return row[at];
      return typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[field] : undefined;
    };
    return Object.fromEntries(fields.map((field, at) => [field, written(readAt(field, at))]));
  });
}

/** Null when the text is not an instant. */
export function timeIn(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isSafeInteger(at) && at > 0 ? at : null;
}
