import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type PageDefinition, withQuery } from '#src/web/http.ts';
import { type BookingPath, type EventCall, keepDraft, type LoginCall, withDraft } from './booking-frame.tsx';
import { isInputStep, readStep } from './read-step.ts';
import { isSavedForm } from './rules/draft-tabs.ts';

/** Saves a posted step into the current draft; orders and validates nothing. */
async function saveInput(call: EventCall, step: BookingStep): Promise<void> {
  await withDraft(call, null, (booking) =>
    keepDraft(call, booking, isInputStep(step) ? readStep(step, call.form, booking) : booking.draft.data),
  );
}

/** Tells that the button had no effect yet. */
function showAgain(call: EventCall): Response {
  const { pathname, search } = new URL(call.context.req.url);
  return call.redirect(withQuery(pathname + search, 'kept', '1'));
}

/** A form posted without a session, or with the token of another login, is not lost. */
export const savesInput = (
  step: BookingStep,
): Required<Pick<PageDefinition<'booking.make', BookingPath, unknown>, 'savesInput' | 'onStaleToken'>> => ({
  // Autosave after a logout must not restore anything.
  savesInput: (form) => !isSavedForm(form),
  async onStaleToken(call) {
    // The script of the voucher box shows itself that there was no data.
    const asksForData = call.context.req.header('accept')?.startsWith('application/json');
    if (asksForData && !isSavedForm(call.form)) return null;
    await saveInput(call, step);
    return isSavedForm(call.form) ? call.context.body(null, 204) : showAgain(call);
  },
});

/** Adds what this browser posted to the step before the login to the draft; null: nothing. */
export async function takeOverPost(call: LoginCall, step: BookingStep): Promise<Response | null> {
  const { kept } = call;
  if (!kept) return null;
  await saveInput({ ...call, form: kept.form, i18n: translatorFor(kept.locale) }, step);
  return showAgain(call);
}
