import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { roomPath } from '#modules/waiting-room/rules/room.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type PageDefinition, type PageRoute, page, withQuery } from '#src/web/http.ts';
import { draftAddressErrors, goOnFromAddress, showAddress } from './address-page.tsx';
import { ArticlesPage } from './articles-page.tsx';
import {
  type BookingContext,
  type BookingPath,
  bookingContext,
  closedEventPath,
  type EventCall,
  headOf,
  inLanguage,
  isClosedTo,
  keepDraft,
  type LoginCall,
  loadBooking,
  nextStep,
  previousStep,
  stepBefore,
  unpaidOrderPath,
  withDraft,
  withSavedDraft,
} from './booking-frame.tsx';
import { beginHere, chooseParticipants, openParticipants, showParticipants } from './choose-participants.tsx';
import { type EnteredStatus, enterVoucher } from './enter-voucher.tsx';
import { orderedBefore, postCheck, renderReview } from './order-draft.tsx';
import { ProtectionPage } from './protection-page.tsx';
import { type InputStep, isInputStep, readStep } from './read-step.ts';
import type { RefusedCode } from './refusal.tsx';
import type { DraftData } from './rules/draft.ts';
import { articleErrors, unansweredArticles } from './rules/draft-articles.ts';
import { isSavedForm } from './rules/draft-tabs.ts';
import { orderIntent } from './rules/voucher-intent.ts';

/** Saves a posted step into the current draft; orders and validates nothing. */
async function saveInput(call: EventCall, step: BookingStep): Promise<void> {
  await withDraft(call, null, (booking) =>
    keepDraft(call, booking, isInputStep(step) ? readStep(step, call.form, booking) : booking.draft.data),
  );
}

function showAgain(call: EventCall): Response {
  const { pathname, search } = new URL(call.context.req.url);
  return call.redirect(withQuery(pathname + search, 'kept', '1'));
}

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

async function takeOverPost(call: LoginCall, step: BookingStep): Promise<Response | null> {
  const { kept } = call;
  if (!kept) return null;
  await saveInput({ ...call, form: kept.form, i18n: translatorFor(kept.locale) }, step);
  return showAgain(call);
}

/** Runs a step, or redirects a visit that is not ready for it; home without such an event. */
const step =
  (name: BookingStep, run: (call: LoginCall, booking: BookingContext) => Promise<Response>) =>
  async (call: LoginCall): Promise<Response> => {
    const booking = call.record;
    if (!booking) return call.redirect('/');
    const takenOver = call.context.req.method === 'GET' && (await takeOverPost(call, name));
    if (takenOver) return takenOver;
    return withDraft(call, booking, async (current) => {
      await yieldToEventLoop();
      // A post is saved first.
      if (current.turn.kind === 'wait' && call.context.req.method === 'GET')
        return call.redirect(roomPath(call.params.event));
      // After paying, "back" leads to the order. The first step may start another one.
      const unpaid = name === 'competitions' && !isClosedTo(current) ? null : await unpaidOrderPath(call, current);
      const elsewhere = unpaid ?? stepBefore(call, current, name);
      await yieldToEventLoop();
      return elsewhere ? call.redirect(elsewhere) : run(call, current);
    });
  };

type ShowAgain = (after: BookingContext, refused: RefusedCode | null, status: EnteredStatus) => Promise<Response>;

/** Saves the input whatever the button. Back and autosave (`keep`) validate nothing. */
const posted = (
  name: InputStep,
  show: (call: LoginCall) => ShowAgain,
  goOn: (call: LoginCall, booking: BookingContext, data: DraftData) => Promise<Response>,
) =>
  step(name, async (call, booking) => {
    const data = readStep(name, call.form, booking);
    await yieldToEventLoop();
    const intent = call.form.get('intent');
    if (booking.turn.kind === 'wait' && intent !== 'keep') {
      await keepDraft(call, booking, data);
      return call.redirect(roomPath(call.params.event));
    }
    const otherLanguage = inLanguage(call);
    if (intent === 'keep' || intent === 'back' || otherLanguage) {
      await keepDraft(call, booking, data);
      return intent === 'keep'
        ? call.context.body(null, 204)
        : call.redirect(otherLanguage ?? previousStep(booking, name));
    }
    return (await enterVoucher(call, booking, data, intent === orderIntent, show(call))) ?? goOn(call, booking, data);
  });

const getParticipants = step('competitions', openParticipants);

const postPeople = posted(
  'competitions',
  (call) => (after, refused, status) =>
    showParticipants(call, after, { teams: after.draft.data.teams, status, refused }),
  chooseParticipants,
);
const postParticipants = (call: LoginCall): Promise<Response> =>
  call.form.get('intent') === 'here' ? step('competitions', beginHere)(call) : postPeople(call);

const onlyPerson = ({ params }: LoginCall): string | null => ('person' in params ? String(params.person) : null);

const getArticles = step('articles', (call, booking) =>
  call.render(
    <ArticlesPage
      booking={booking}
      only={onlyPerson(call)}
      showErrors={call.query.has('check')}
      asksToDecline={call.query.has('decline')}
    />,
    headOf(booking, 'articles'),
  ),
);

const postArticles = posted(
  'articles',
  (call) => (after, refused, status) =>
    call.render(
      <ArticlesPage booking={after} only={onlyPerson(call)} refused={refused} />,
      headOf(after, 'articles'),
      status,
    ),
  async (call, booking, data) => {
    const { catalog } = booking;
    const only = onlyPerson(call);
    const saved = withSavedDraft(booking, await keepDraft(call, booking, data));
    const isWrong = Object.keys(articleErrors(catalog, data.teams)).length > 0;
    if (isWrong || saved.problem) {
      const after = await bookingContext(call);
      return call.render(<ArticlesPage booking={after} only={only} showErrors />, headOf(after, 'articles'), 400);
    }
    return unansweredArticles(catalog.articles, data.teams, only).length > 0
      ? call.redirect(`${new URL(call.context.req.url).pathname}?decline`)
      : call.redirect(nextStep(booking, 'articles'));
  },
);

const getProtection = step('cancellation-protection', (call, booking) =>
  call.render(<ProtectionPage booking={booking} />, headOf(booking, 'cancellation-protection')),
);

const postProtection = posted(
  'cancellation-protection',
  (call) => (after, refused, status) =>
    call.render(<ProtectionPage booking={after} refused={refused} />, headOf(after, 'cancellation-protection'), status),
  async (call, booking, data) => {
    await keepDraft(call, booking, data);
    return call.redirect(nextStep(booking, 'cancellation-protection'));
  },
);

const getAddress = step('delivery-address', (call, booking) => {
  const { data } = booking.draft;
  const errors = call.query.has('check') ? draftAddressErrors(data, booking.catalog.event) : {};
  return showAddress(call, booking, data, { errors });
});

const postAddress = posted(
  'delivery-address',
  (call) => (after, refused, status) => showAddress(call, after, after.draft.data, { refused, status }),
  goOnFromAddress,
);

/** After a repeated submit the draft is empty and the order exists. */
const postAddressOrOrder = async (call: LoginCall): Promise<Response> =>
  (call.form.get('intent') === orderIntent ? await orderedBefore(call) : null) ?? postAddress(call);

const getCheck = step('check-order', (call, booking) => renderReview(call)(booking, {}, 200));

const login = (path: BookingPath, run: (call: LoginCall) => Promise<Response>): PageRoute =>
  page({ method: 'get', path, may: 'booking.make', load: loadBooking, beforeLogin: closedEventPath }, run);
const input = (name: BookingStep, path: BookingPath, run: (call: LoginCall) => Promise<Response>): PageRoute =>
  page(
    { method: 'post', path, may: 'booking.make', load: loadBooking, beforeLogin: closedEventPath, ...savesInput(name) },
    run,
  );

export const bookingPages: readonly PageRoute[] = [
  login('/events/{event}/competitions', getParticipants),
  input('competitions', '/events/{event}/competitions', postParticipants),
  login('/events/{event}/articles', getArticles),
  input('articles', '/events/{event}/articles', postArticles),
  login('/events/{event}/articles/{person}', getArticles),
  input('articles', '/events/{event}/articles/{person}', postArticles),
  login('/events/{event}/cancellation-protection', getProtection),
  input('cancellation-protection', '/events/{event}/cancellation-protection', postProtection),
  login('/events/{event}/delivery-address', getAddress),
  input('delivery-address', '/events/{event}/delivery-address', postAddressOrOrder),
  login('/events/{event}/check-order', getCheck),
  input('check-order', '/events/{event}/check-order', postCheck),
];
