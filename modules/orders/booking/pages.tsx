import { userById } from '#modules/accounts/index.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import type { DraftAddress } from '../rules/draft.ts';
import { addressFaults, draftOfAddress } from '../rules/draft-address.ts';
import { teamsOfForm } from '../rules/draft-form.ts';
import { AddressPage, addressOfForm } from './address-page.tsx';
import { ArticlesPage, articlesOfForm, takesNothing } from './articles-page.tsx';
import {
  type BookingContext,
  bookingContext,
  headOf,
  keepDraft,
  nextStep,
  offeredTeams,
  stepBefore,
} from './booking-frame.tsx';
import { beginHere, chooseParticipants, openParticipants, showParticipants } from './choose-participants.tsx';
import { enterVoucher } from './enter-voucher.tsx';
import { isChecked, orderDraft, showCheck } from './order-draft.tsx';
import { addressTypedElsewhere } from './other-events.ts';
import { ProtectionPage } from './protection-page.tsx';

type LoginCall = PageCall<'order.read'>;

/** Runs a step for whoever is ready for it, and sends the others where they belong. */
const step =
  (name: Parameters<typeof stepBefore>[2], run: (call: LoginCall, booking: BookingContext) => Promise<Response>) =>
  async (call: LoginCall): Promise<Response> => {
    const booking = await bookingContext(call);
    const elsewhere = stepBefore(call, booking, name);
    return elsewhere ? call.redirect(elsewhere) : run(call, booking);
  };

const getParticipants = step('competitions', openParticipants);

const postParticipants = step('competitions', async (call, booking) => {
  if (call.form.get('intent') === 'here') return beginHere(call, booking);
  const { catalog, draft } = booking;
  const typed = offeredTeams(catalog, teamsOfForm(call.form, draft.data.teams));
  const data = { ...draft.data, teams: typed };
  const entered = await enterVoucher(call, booking, data, false, (after, refused, status) =>
    showParticipants(call, after, { teams: after.draft.data.teams, status, refused }),
  );
  return entered ?? chooseParticipants(call, booking, data);
});

const onlyPerson = (call: LoginCall): string | null => call.params.participantLocalId ?? null;

const getArticles = step('articles', (call, booking) =>
  call.render(
    <ArticlesPage booking={booking} only={onlyPerson(call)} asksToDecline={call.query.has('decline')} />,
    headOf(booking, 'articles'),
  ),
);

const postArticles = step('articles', async (call, booking) => {
  const chosen = articlesOfForm(call.form, booking, onlyPerson(call));
  const entered = await enterVoucher(call, booking, chosen, false, (after, refused, status) =>
    call.render(
      <ArticlesPage booking={after} only={onlyPerson(call)} refused={refused} />,
      headOf(after, 'articles'),
      status,
    ),
  );
  if (entered) return entered;
  await keepDraft(call, booking, chosen);
  if (takesNothing(chosen, booking, onlyPerson(call)) && !isChecked(call.form, 'declined')) {
    return call.redirect(`${new URL(call.context.req.url).pathname}?decline`);
  }
  const after = await bookingContext(call);
  return after.problem
    ? call.render(<ArticlesPage booking={after} only={onlyPerson(call)} />, headOf(after, 'articles'), 422)
    : call.redirect(nextStep(after, 'articles'));
});

const getProtection = step('cancellation-protection', (call, booking) =>
  call.render(<ProtectionPage booking={booking} />, headOf(booking, 'cancellation-protection')),
);

const postProtection = step('cancellation-protection', async (call, booking) => {
  const protectionIds = booking.catalog.cancellationProtections
    .map((protection) => protection.id)
    .filter((id) => isChecked(call.form, `protection.${id}`));
  const data = { ...booking.draft.data, protectionIds };
  const entered = await enterVoucher(call, booking, data, false, (after, refused, status) =>
    call.render(<ProtectionPage booking={after} refused={refused} />, headOf(after, 'cancellation-protection'), status),
  );
  if (entered) return entered;
  await keepDraft(call, booking, data);
  return call.redirect(nextStep(booking, 'cancellation-protection'));
});

const getAddress = step('delivery-address', async (call, booking) => {
  const { contactAddress, deliveryAddress } = booking.draft.data;
  const contact = contactAddress ?? (await knownAddress(call, booking));
  return call.render(
    <AddressPage booking={booking} contact={contact} delivery={deliveryAddress} faults={{}} />,
    headOf(booking, 'delivery-address'),
  );
});

/** What was typed for another event in this visit, else a proven mailbox gets its stored address; otherwise the first participant is most likely the buyer. */
async function knownAddress(call: LoginCall, booking: BookingContext): Promise<DraftAddress> {
  const typed = await addressTypedElsewhere(call.deps.read, call.viewer.visitId, booking.catalog.event.id);
  if (typed) return typed;
  if (call.viewer.level === 'verified') {
    const user = await userById(call.deps.read, call.viewer.userId);
    if (user?.contactAddress) return draftOfAddress(user.contactAddress);
  }
  const first = booking.draft.data.teams[0]?.participants[0];
  return { firstName: first?.firstName ?? '', lastName: first?.lastName ?? '' };
}

const postAddress = step('delivery-address', async (call, booking) => {
  const { event } = booking.catalog;
  const contact = addressOfForm(call.form, 'contact');
  const isDifferent = event.allowDifferentDeliveryAddress && isChecked(call.form, 'differentDelivery');
  const delivery = isDifferent ? addressOfForm(call.form, 'delivery') : null;
  const data = { ...booking.draft.data, contactAddress: contact, deliveryAddress: delivery };
  const entered = await enterVoucher(call, booking, data, false, (after, refused, status) =>
    call.render(
      <AddressPage booking={after} contact={contact} delivery={delivery} faults={{}} refused={refused} />,
      headOf(after, 'delivery-address'),
      status,
    ),
  );
  if (entered) return entered;
  await keepDraft(call, booking, data);
  const faults = {
    ...prefixed('contact', addressFaults(contact, event.needsContactAddress)),
    ...(delivery ? prefixed('delivery', addressFaults(delivery, true)) : {}),
  };
  if (Object.keys(faults).length === 0) return call.redirect(nextStep(booking, 'delivery-address'));
  return call.render(
    <AddressPage booking={booking} contact={contact} delivery={delivery} faults={faults} />,
    headOf(booking, 'delivery-address'),
    422,
  );
});

const prefixed = <T,>(prefix: string, faults: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`${prefix}.${name}`, fault]));

const login = (method: 'get' | 'post', path: `/${string}`, run: (call: LoginCall) => Promise<Response>): PageRoute =>
  page({ method, path, may: 'booking.make' }, run);

export const bookingPages: readonly PageRoute[] = [
  login('get', '/events/{eventId}/competitions', getParticipants),
  login('post', '/events/{eventId}/competitions', postParticipants),
  login('get', '/events/{eventId}/articles', getArticles),
  login('post', '/events/{eventId}/articles', postArticles),
  login('get', '/events/{eventId}/articles/{participantLocalId}', getArticles),
  login('post', '/events/{eventId}/articles/{participantLocalId}', postArticles),
  login('get', '/events/{eventId}/cancellation-protection', getProtection),
  login('post', '/events/{eventId}/cancellation-protection', postProtection),
  login('get', '/events/{eventId}/delivery-address', getAddress),
  login('post', '/events/{eventId}/delivery-address', postAddress),
  login('get', '/events/{eventId}/check-order', step('check-order', showCheck)),
  login('post', '/events/{eventId}/check-order', orderDraft),
];
