import type { Cents } from '#src/kernel/money.ts';
import { readCents } from '#src/ui/format.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import type { PageCall } from '#src/web/http.ts';

type Call = Pick<PageCall, 'form' | 'i18n'>;

export const sumInput = (call: Call, choice: string): Cents | null | undefined =>
  choice === 'custom' ? (readCents(postedText(call, 'amount'), call.i18n.locale) ?? undefined) : null;

/** Cents that the confirmation page showed; NaN when invalid. */
export const shownSum = (call: Pick<PageCall, 'form'>, name: string): number =>
  Number(/^\d{1,12}$/.exec(postedText(call, name))?.[0] ?? Number.NaN);
