import type { Translator } from '#src/texts/locale.ts';
import { formatDate, parseDateTime, writeDateTime } from '#src/ui/format.ts';

/**
 * Beside the text of a date or a colour stands the browser's own control to choose one. With a script it writes into the
 * text; without one it is posted beside it, under these names, and what was chosen there goes before the text.
 */
export const pickName = (control: string): string => `${control}.picked`;
/** What a control that is never empty, as that for colours, showed. */
export const pickShownName = (control: string): string => `${control}.pickShown`;

/** What was posted, with what was picked in place of the texts beside it. */
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

/** Browsers post `2027-05-17` and `2027-05-17T09:30`; the text says it as people of this language do. */
function writtenOf(text: string, locale: Translator['locale']): string {
  const wall = text.includes('T') ? parseDateTime(text, locale) : null;
  return wall ? writeDateTime(wall, locale) : formatDate(text, locale);
}
