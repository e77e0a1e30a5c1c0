import { userById } from '#modules/accounts/index.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { formatDate } from '#src/ui/format.ts';
import type { DraftData, DraftTeam } from '../rules/draft.ts';
import { articleFaults, undecided } from '../rules/draft-articles.ts';
import { draftFaults } from '../rules/draft-check.ts';
import { addTeam, applyIntent, type KnownPerson } from '../rules/draft-form.ts';
import type { BookingStep } from '../rules/steps.ts';
import { needsVoucher } from '../rules/voucher-messages.ts';
import { draftAddressFaults } from './address-faults.ts';
import { goOnFromAddress, showAddress } from './address-step.tsx';
import { ArticlesPage } from './articles-page.tsx';
import {
  type BookingContext,
  bookingContext,
  headOf,
  keepDraft,
  nextStep,
  previousStep,
  readDateIn,
  stepBefore,
  stepPath,
} from './booking-frame.tsx';
import { type EnteredStatus, enterVoucher } from './enter-voucher.tsx';
import { keepsTyped, takeOverPost } from './keeps-typed.ts';
import { orderDraft, showCheck } from './order-draft.tsx';
import { ParticipantsPage } from './participants-page.tsx';
import { ProtectionPage } from './protection-page.tsx';
import { readStep, type TypedStep } from './read-step.ts';
import type { RefusedCode } from './refusal.tsx';

type LoginCall = PageCall<'order.read'>;
const newLocalId = () => secretToken(9);

/** Runs a step for whoever is ready for it, and sends the others where they belong; without such an event that is home. */
const step =
  (name: BookingStep, run: (call: LoginCall, booking: BookingContext) => Promise<Response>) =>
  async (call: LoginCall): Promise<Response> => {
    const booking = await bookingContext(call).catch((error) => {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
      throw error;
    });
    if (!booking) return call.redirect('/');
    const takenOver = call.context.req.method === 'GET' && (await takeOverPost(call, name, booking.catalog.event.id));
    if (takenOver) return takenOver;
    const elsewhere = stepBefore(call, booking, name);
    return elsewhere ? call.redirect(elsewhere) : run(call, booking);
  };

/** The step shown once more, with the code of its box that was refused. */
type ShowAgain = (after: BookingContext, refused: RefusedCode | null, status: EnteredStatus) => Promise<Response>;

/**
 * What is typed in a step is kept whatever its button asks for: the way back and a script that keeps it (`keep`) check
 * nothing; the voucher box comes next; then the step itself goes on.
 */
const posted = (
  name: TypedStep,
  show: (call: LoginCall) => ShowAgain,
  goOn: (call: LoginCall, booking: BookingContext, data: DraftData) => Promise<Response>,
) =>
  step(name, async (call, booking) => {
    const data = readStep[name](call.form, booking);
    const intent = call.form.get('intent');
    if (intent === 'keep' || intent === 'back') {
      await keepDraft(call, booking, data);
      return intent === 'keep' ? call.context.body(null, 204) : call.redirect(previousStep(booking, name));
    }
    return (await enterVoucher(call, booking, data, false, show(call))) ?? goOn(call, booking, data);
  });

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

const postParticipants = posted(
  'competitions',
  (call) => (after, refused, status) => showParticipants(call, after, after.draft.data.teams, false, status, refused),
  async (call, booking, data) => {
    const { catalog, words } = booking;
    const { teams } = data;
    const intent = String(call.form.get('intent') ?? 'next');
    const me = intent.startsWith('me:') ? await knownPerson(call, booking) : null;
    const changed = applyIntent(intent, catalog, teams, newLocalId, me);
    // Whatever was typed is kept, right or wrong.
    await keepDraft(call, booking, { ...data, teams: changed ?? teams });
    if (changed || teams.length === 0) return call.redirect(stepPath(booking.eventRef, 'competitions'));
    const faults = draftFaults(catalog, teams, readDateIn(words), call.now);
    if (Object.keys(faults).length > 0) return showParticipants(call, booking, teams, true, 422);
    // A ticket for those who hold a voucher: the code goes into the box of this page.
    const after = await bookingContext(call);
    return needsVoucher(after.problem) === null
      ? call.redirect(nextStep(booking, 'competitions'))
      : showParticipants(call, after, teams, false, 422);
  },
);

const onlyPerson = (call: LoginCall): string | null => call.params.participantLocalId ?? null;

const getArticles = step('articles', (call, booking) =>
  call.render(
    <ArticlesPage
      booking={booking}
      only={onlyPerson(call)}
      showFaults={call.query.has('check')}
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
    await keepDraft(call, booking, data);
    const after = await bookingContext(call);
    const isWrong = Object.keys(articleFaults(catalog, data.teams)).length > 0;
    if (isWrong || after.problem) {
      return call.render(<ArticlesPage booking={after} only={only} showFaults />, headOf(after, 'articles'), 422);
    }
    return undecided(catalog.articles, data.teams, only).length > 0
      ? call.redirect(`${new URL(call.context.req.url).pathname}?decline`)
      : call.redirect(nextStep(after, 'articles'));
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
  const faults = call.query.has('check') ? draftAddressFaults(data, booking.catalog.event) : {};
  return showAddress(call, booking, data, { faults });
});

const postAddress = posted(
  'delivery-address',
  (call) => (after, refused, status) => showAddress(call, after, after.draft.data, { refused, status }),
  goOnFromAddress,
);

const login = (path: `/${string}`, run: (call: LoginCall) => Promise<Response>): PageRoute =>
  page({ method: 'get', path, may: 'booking.make' }, run);
const typed = (name: BookingStep, path: `/${string}`, run: (call: LoginCall) => Promise<Response>): PageRoute =>
  page({ method: 'post', path, may: 'booking.make', keepsTyped: keepsTyped(name) }, run);

export const bookingPages: readonly PageRoute[] = [
  login('/events/{eventId}/competitions', getParticipants),
  typed('competitions', '/events/{eventId}/competitions', postParticipants),
  login('/events/{eventId}/articles', getArticles),
  typed('articles', '/events/{eventId}/articles', postArticles),
  login('/events/{eventId}/articles/{participantLocalId}', getArticles),
  typed('articles', '/events/{eventId}/articles/{participantLocalId}', postArticles),
  login('/events/{eventId}/cancellation-protection', getProtection),
  typed('cancellation-protection', '/events/{eventId}/cancellation-protection', postProtection),
  login('/events/{eventId}/delivery-address', getAddress),
  typed('delivery-address', '/events/{eventId}/delivery-address', postAddress),
  login('/events/{eventId}/check-order', step('check-order', showCheck)),
  typed('check-order', '/events/{eventId}/check-order', orderDraft),
];
