import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type PageDefinition, withQuery } from '#src/web/http.ts';
import { type BookingPath, type EventCall, keepDraft, type LoginCall, withDraft } from './booking-frame.tsx';
import { isInputStep, readStep } from './read-step.ts';
import { isSavedForm } from './rules/draft-tabs.ts';

/** Puts what a step's form carries into the draft of whoever is there now. Nothing is ordered, nothing is checked. */
async function saveInput(call: EventCall, step: BookingStep): Promise<void> {
  await withDraft(call, null, (booking) =>
    keepDraft(call, booking, isInputStep(step) ? readStep(step, call.form, booking) : booking.draft.data),
  );
}

/** The step's page, which says that the button was not done yet. */
function showAgain(call: EventCall): Response {
  const { pathname, search } = new URL(call.context.req.url);
  return call.redirect(withQuery(pathname + search, 'kept', '1'));
}

/** A step's form that comes without a session, or with the token of another login, loses nothing. */
export const savesInput = (
  step: BookingStep,
): Required<Pick<PageDefinition<'booking.make', BookingPath, unknown>, 'savesInput' | 'onStaleToken'>> => ({
  // What a script keeps by itself may come after a logout, and whoever logs out wants to leave nothing.
  savesInput: (form) => !isSavedForm(form),
  async onStaleToken(call) {
    // The script of the voucher box asks for data and shows by itself that it got none.
    const asksForData = call.context.req.header('accept')?.startsWith('application/json');
    if (asksForData && !isSavedForm(call.form)) return null;
    await saveInput(call, step);
    return isSavedForm(call.form) ? call.context.body(null, 204) : showAgain(call);
  },
});

/** What this browser posted to the step before anybody was logged in goes into the draft now; null: it posted nothing. */
export async function takeOverPost(call: LoginCall, step: BookingStep): Promise<Response | null> {
  const { kept } = call;
  if (!kept) return null;
  await saveInput({ ...call, form: kept.form, i18n: translatorFor(kept.locale) }, step);
  return showAgain(call);
}
