import type { Translator } from '#src/texts/locale.ts';
import { formatDate, parseDateTime, writeDateTime } from '#src/ui/format.ts';

/**
 * Texts of dates and colors have the browser's picker beside them. With a script it writes into the text; without one it is
 * posted under these names and wins over the text.
 */
export const pickName = (control: string): string => `${control}.picked`;
/** The initial value of a picker that is never empty, such as the color picker. */
export const pickShownName = (control: string): string => `${control}.pickShown`;

/** The posted form with picked values in place of the texts. */
export function withPicked(posted: FormData, { locale }: Pick<Translator, 'locale'>): FormData {
  const picks = [...posted].filter(([name]) => name.endsWith('.picked'));
  if (picks.length === 0) return posted;
  const read = new FormData();
  for (const [name, value] of posted) if (!/\.pick(ed|Shown)$/.test(name)) read.append(name, value);
  for (const [name, value] of picks) {
    const control = name.slice(0, -'.picked'.length);
    const text = String(value).trim();
    if (text === '' || text === posted.get(pickShownName(control))) continue;
    read.set(control, writtenOf(text, locale));
  }
  return read;
}

/** Formats `2027-05-17` and `2027-05-17T09:30` in the language of the form. */
function writtenOf(text: string, locale: Translator['locale']): string {
  const wall = text.includes('T') ? parseDateTime(text, locale) : null;
  return wall ? writeDateTime(wall, locale) : formatDate(text, locale);
}
