import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { wordsFor } from '#src/texts/locale.ts';
import { type PageDefinition, withQuery } from '#src/web/http.ts';
import { type BookingPath, type EventCall, keepDraft, type LoginCall, withDraft } from './booking-frame.tsx';
import { isInputStep, readStep } from './read-step.ts';
import { isKeptForm } from './rules/draft-tabs.ts';

/** Puts what a step's form carries into the draft of whoever is there now. Nothing is ordered, nothing is checked. */
async function keepInput(call: EventCall, step: BookingStep): Promise<void> {
  await withDraft(call, null, (booking) =>
    keepDraft(call, booking, isInputStep(step) ? readStep(step, call.form, booking) : booking.draft.data),
  );
}

/** The step's page, which says that the button was not done yet. */
function shownAgain(call: EventCall): Response {
  const { pathname, search } = new URL(call.context.req.url);
  return call.redirect(withQuery(pathname + search, 'kept', '1'));
}

/** A step's form that comes without a session, or with the token of another login, loses nothing. */
export const keepsInput = (
  step: BookingStep,
): Required<Pick<PageDefinition<'booking.make', BookingPath, unknown>, 'keepsInput' | 'onStaleToken'>> => ({
  // What a script keeps by itself may come after a logout, and whoever logs out wants to leave nothing.
  keepsInput: (form) => !isKeptForm(form),
  async onStaleToken(call) {
    // The script of the voucher box asks for data and shows by itself that it got none.
    const asksForData = call.context.req.header('accept')?.startsWith('application/json');
    if (asksForData && !isKeptForm(call.form)) return null;
    await keepInput(call, step);
    return isKeptForm(call.form) ? call.context.body(null, 204) : shownAgain(call);
  },
});

/** What this browser posted to the step before anybody was logged in goes into the draft now; null: it posted nothing. */
export async function takeOverPost(call: LoginCall, step: BookingStep): Promise<Response | null> {
  const { kept } = call;
  if (!kept) return null;
  await keepInput({ ...call, form: kept.form, words: wordsFor(kept.locale) }, step);
  return shownAgain(call);
}
