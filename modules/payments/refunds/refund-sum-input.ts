import type { Cents } from '#src/kernel/money.ts';
import { readCents } from '#src/ui/format.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import type { PageCall } from '#src/web/http.ts';

type Call = Pick<PageCall, 'form' | 'i18n'>;

/** The sum of one's own that was typed, cents; null for a choice that has none, undefined when nobody can read it. */
export const sumInput = (call: Call, choice: string): Cents | null | undefined =>
  choice === 'custom' ? (readCents(postedText(call, 'amount'), call.i18n.locale) ?? undefined) : null;

/** A number of cents that the question showed; NaN when it is none. */
export const shownSum = (call: Pick<PageCall, 'form'>, name: string): number =>
  Number(/^\d{1,12}$/.exec(postedText(call, name))?.[0] ?? Number.NaN);
