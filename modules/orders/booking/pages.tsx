import { userById } from '#modules/accounts/index.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { formatDate } from '#src/ui/format.ts';
import type { DraftAddress, DraftTeam } from '../rules/draft.ts';
import { addressFaults, draftOfAddress } from '../rules/draft-address.ts';
import { draftFaults } from '../rules/draft-check.ts';
import { addTeam, applyIntent, type KnownPerson, teamsOfForm } from '../rules/draft-form.ts';
import { needsVoucher } from '../rules/voucher-messages.ts';
import { AddressPage, addressOfForm } from './address-page.tsx';
import { ArticlesPage, articlesOfForm, takesNothing } from './articles-page.tsx';
import {
  type BookingContext,
  bookingContext,
  headOf,
  keepDraft,
  nextStep,
  offeredTeams,
  readDateIn,
  stepBefore,
  stepPath,
} from './booking-frame.tsx';
import { enterVoucher } from './enter-voucher.tsx';
import { isChecked, orderDraft, showCheck } from './order-draft.tsx';
import { ParticipantsPage } from './participants-page.tsx';
import { ProtectionPage } from './protection-page.tsx';
import type { RefusedCode } from './step-form.tsx';

type LoginCall = PageCall<'order.read'>;
const newLocalId = () => secretToken(9);

/** Runs a step for whoever is ready for it, and sends the others where they belong. */
const step =
  (name: Parameters<typeof stepBefore>[2], run: (call: LoginCall, booking: BookingContext) => Promise<Response>) =>
  async (call: LoginCall): Promise<Response> => {
    const booking = await bookingContext(call);
    const elsewhere = stepBefore(call, booking, name);
    return elsewhere ? call.redirect(elsewhere) : run(call, booking);
  };

/** What the account of a proven mailbox knows, for "that's me". An address that was only typed proves nothing. */
async function knownPerson(call: LoginCall, booking: BookingContext): Promise<KnownPerson | null> {
  if (call.viewer.level !== 'verified') return null;
  const user = await userById(call.deps.read, call.viewer.userId);
  const firstName = user?.firstname ?? user?.contactAddress?.firstName ?? '';
  const lastName = user?.lastname ?? user?.contactAddress?.lastName ?? '';
  if (!user || (firstName === '' && lastName === '')) return null;
  return {
    firstName,
    lastName,
    email: user.email,
    birthDate: user.birthDate ? formatDate(user.birthDate, booking.words.locale) : '',
    gender: user.gender ?? '',
    nationalityCountryCode: user.nationalityCountryCode ?? '',
  };
}

const showParticipants = async (
  call: LoginCall,
  booking: BookingContext,
  teams: DraftTeam[],
  showFaults: boolean,
  status: 200 | 422 | 429 = 200,
  refused: RefusedCode | null = null,
) =>
  call.render(
    <ParticipantsPage
      booking={booking}
      teams={teams}
      showFaults={showFaults}
      refused={refused}
      now={call.now}
      me={await knownPerson(call, booking)}
    />,
    headOf(booking, 'competitions'),
    status,
  );

const getParticipants = step('competitions', async (call, booking) => {
  const { draft, catalog } = booking;
  const wanted = catalog.competitions.find((entry) => String(entry.id) === call.query.get('competition'));
  const isNew = wanted && !draft.data.teams.some((team) => team.competitionId === wanted.id);
  const teams = isNew ? addTeam(catalog, draft.data.teams, wanted, newLocalId) : draft.data.teams;
  return showParticipants(call, booking, teams, call.query.has('check'));
});

const postParticipants = step('competitions', async (call, booking) => {
  const { catalog, draft, words } = booking;
  const typed = offeredTeams(catalog, teamsOfForm(call.form, draft.data.teams));
  const entered = await enterVoucher(call, booking, { ...draft.data, teams: typed }, false, (after, refused, status) =>
    showParticipants(call, after, after.draft.data.teams, false, status, refused),
  );
  if (entered) return entered;
  const intent = String(call.form.get('intent') ?? 'next');
  const me = intent.startsWith('me:') ? await knownPerson(call, booking) : null;
  const changed = applyIntent(intent, catalog, typed, newLocalId, { me });
  // Whatever was typed is kept, right or wrong.
  await keepDraft(call, booking, { ...draft.data, teams: changed ?? typed });
  if (changed) return call.redirect(stepPath(booking.eventRef, 'competitions'));
  if (typed.length === 0) return call.redirect(stepPath(booking.eventRef, 'competitions'));
  const faults = draftFaults(catalog, typed, readDateIn(words), call.now);
  if (Object.keys(faults).length > 0) return showParticipants(call, booking, typed, true, 422);
  // A ticket for those who hold a voucher: the code goes into the box of this page.
  const after = await bookingContext(call);
  return needsVoucher(after.problem) === null
    ? call.redirect(nextStep(booking, 'competitions'))
    : showParticipants(call, after, typed, false, 422);
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

/** A proven mailbox gets its stored address; otherwise the first participant is most likely the buyer. */
async function knownAddress(call: LoginCall, booking: BookingContext): Promise<DraftAddress> {
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
