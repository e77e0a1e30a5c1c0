import type { ReactNode } from 'react';
import { catalogOf, eventHead, loadCatalog, saleFor } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { nameOf, orderOf, peopleOf } from '#modules/orders/index.ts';
import { deskCatalog } from '#modules/orders/rules/desk-sale.ts';
import { qrDataUrl } from '#src/documents/qr.ts';
import { present } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { Problem, refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { refusalOf, refusalText } from '#src/web/forms/refusal.ts';
import { type PageCall, type PageHead, page, type Route } from '#src/web/http.ts';
import type { AtGate } from '../at-gate.ts';
import { setBibAtDesk } from '../desk/change-person.ts';
import { recordHandOuts } from '../desk/record-hand-out.ts';
import { devicePath, loadCashDevice } from '../devices/device-door.ts';
import { LateDone, type PersonView, Tills } from './late-done.tsx';
import { CheckForm, CompetitionChoice, EntryForm, LateRegistrationOff } from './late-form.tsx';
import { membersIn, type ParsedTeam, parseTeam, pathOf } from './parse-team.ts';
import { handedOutOf, lateRegistrationsOf, registrationOf, tillsOf } from './read-late.ts';
import {
  type AtDesk,
  type OfficePayment,
  officePayments,
  quoteLate,
  registeredAs,
  registerLate,
} from './register-late.ts';

export const latePath = (eventId: number): string => `/admin/events/${eventId}/late-registration`;
const officePath = (eventId: number): string => `/admin/events/${eventId}/entries/new`;
const deviceLatePath = (deviceId: number): string => `${devicePath(deviceId)}/late-registration`;

type Call = Pick<PageCall, 'context' | 'deps' | 'form' | 'now' | 'query' | 'redirect' | 'render' | 'i18n'>;
type Status = 200 | 400 | 409 | 429;
export type Desk = {
  call: Call;
  by: AtDesk & AtGate;
  catalog: Catalog;
  i18n: Translator;
  path: string;
  back: string;
  head(title: string): PageHead;
  beside(): Promise<ReactNode>;
  /** The office enters people with a choice of payments, and shows the order afterwards. */
  office?: { payments: readonly OfficePayment[] };
};

export const showAtDesk = async (desk: Desk, body: ReactNode, status: Status = 200): Promise<Response> => {
  const title = desk.i18n.t(desk.office ? 'office.title' : 'late.title');
  const inFrame = desk.head(title).frame === 'admin';
  const wayBack = (
    <p>
      <a href={desk.back}>{desk.i18n.t(desk.office ? 'office.back' : 'late.back')}</a>
    </p>
  );
  return desk.call.render(
    inFrame ? (
      <div className="stack">
        {wayBack}
        {body}
      </div>
    ) : (
      <div className="narrow stack gate-page">
        {wayBack}
        <h1>{title}</h1>
        {body}
      </div>
    ),
    desk.head(title),
    status,
  );
};

const noErrors = { input: {}, errors: {}, refusal: null };
/** Catalog with the prices sold on site. */
const offerOf = ({ catalog, call, office }: Desk): Catalog =>
  deskCatalog(catalog, call.now, { isOffice: office !== undefined });
const chosenIn = (desk: Desk, id: unknown): CatalogCompetition | null =>
  offerOf(desk).competitions.find((competition) => String(competition.id) === String(id ?? '')) ?? null;

const parseInput = (desk: Desk, competition: CatalogCompetition, members: number): ParsedTeam =>
  parseTeam(desk.call.form, members, {
    ...{ catalog: offerOf(desk), competition, i18n: desk.i18n, now: desk.call.now },
  });

const isOff = ({ catalog, office }: Desk): boolean => !catalog.event.cashAtDesk && !office;
/** Where a registration leads. */
const donePath = ({ path, office }: Desk, orderId: number): string =>
  office ? `/admin/orders/${orderId}` : `${path}/${orderId}`;

async function begin(desk: Desk): Promise<Response> {
  const { call, i18n, path } = desk;
  if (isOff(desk)) return showAtDesk(desk, <LateRegistrationOff />);
  const competition = chosenIn(desk, call.query.get('competition'));
  if (competition) return entry(desk, competition, membersIn(call.form, competition), noErrors);
  return showAtDesk(
    desk,
    <>
      <CompetitionChoice {...{ path, catalog: offerOf(desk), i18n, now: call.now }} />
      {await desk.beside()}
    </>,
  );
}

type State = { input: Readonly<Record<string, string>>; errors: FormErrors; refusal: string | null };
function entry(desk: Desk, competition: CatalogCompetition, members: number, state: State, status: Status = 200) {
  const { call, i18n, path } = desk;
  const parsed = parseInput(desk, competition, members);
  const props = { path, catalog: offerOf(desk), i18n, now: call.now, competition, members, state, parsed };
  return showAtDesk(desk, <EntryForm {...props} />, status);
}

function inputOf({ call: { form } }: Desk, members: number): Record<string, string> {
  const isInput = (name: string) => name.startsWith('teams[0].') || name.startsWith('contactAddress.');
  const fields = [...form].flatMap(([name, value]) =>
    isInput(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  return {
    ...Object.fromEntries(fields),
    competition: String(form.get('competition') ?? ''),
    members: String(members),
  };
}

async function go(desk: Desk): Promise<Response> {
  const { call, path } = desk;
  const { form } = call;
  const step = String(form.get('step') ?? 'check');
  const key = String(form.get('key') ?? '').slice(0, 200);
  if (step === 'book' && key !== '') {
    // Submitting again shows the existing registration.
    const before = await registeredAs(call.deps.read, desk.by, key);
    if (before) return call.redirect(donePath(desk, before.orderId));
  }
  const competition = chosenIn(desk, form.get('competition'));
  if (isOff(desk) || !competition) return call.redirect(path);
  const members = membersIn(form, competition, step === 'more' ? 1 : step === 'fewer' ? -1 : 0);
  const input = inputOf(desk, members);
  if (step === 'more' || step === 'fewer' || step === 'edit')
    return entry(desk, competition, members, { ...noErrors, input });
  const parsed = parseInput(desk, competition, members);
  if (Object.keys(parsed.errors).length > 0)
    return entry(desk, competition, members, { input, errors: parsed.errors, refusal: null }, 400);
  if (step === 'book' && key !== '') return book(desk, { competition, members, input, parsed, key });
  return check(desk, { competition, members, input, parsed, key: secretToken(18) });
}

type Going = {
  competition: CatalogCompetition;
  members: number;
  input: Record<string, string>;
  parsed: ParsedTeam;
  key: string;
};

async function check(
  desk: Desk,
  going: Going,
  { refusal = null, errors = {} }: { refusal?: string | null; errors?: FormErrors } = {},
): Promise<Response> {
  const { call, catalog, i18n, path } = desk;
  const { competition, members, input, parsed, key } = going;
  try {
    const quote = await quoteLate(call.deps.read, catalog, parsed.basket, {
      ...{ now: call.now, language: i18n.locale, isOffice: desk.office !== undefined },
    });
    const names = parsed.team.participants.map(nameOf);
    const props = { path, i18n, input, quote, names, callKey: key, refusal, errors, office: desk.office };
    const hasErrors = Object.keys(errors).length > 0;
    return showAtDesk(desk, <CheckForm {...props} />, refusal === null ? (hasErrors ? 400 : 200) : 409);
  } catch (error) {
    return entry(desk, competition, members, { input, ...stateOf(error, i18n) }, 409);
  }
}

/** Paths are those of the API: `teams.0.participants.0.firstName`. */
const stateOf = (error: unknown, i18n: Translator): { errors: FormErrors; refusal: string | null } => {
  const { errors, refusal } = refusalOf(error, i18n, { controlOf: (path) => path.replace(/\.(\d+)(?=\.)/g, '[$1]') });
  const twice = error instanceof Problem && error.code === 'TICKET_ALREADY_BOOKED' ? error.details.participants : null;
  if (!Array.isArray(twice)) return { errors, refusal };
  const text = i18n.t('ownOrder.person.alreadyBooked');
  return { errors: Object.fromEntries(twice.map((id) => [`${pathOf(indexOf(id))}firstName`, text])), refusal: null };
};
const indexOf = (localId: unknown): number => Number(String(localId).replace(/\D/g, ''));

async function book(desk: Desk, going: Going): Promise<Response> {
  const { call, by, i18n } = desk;
  const { competition, members, input, parsed, key } = going;
  const totalInput = String(call.form.get('totalPrice') ?? '');
  const payment = desk.office?.payments.find((each) => each === call.form.get('payment'));
  if (desk.office && totalInput !== '0' && !payment)
    return check(desk, going, { errors: { payment: i18n.t('office.paymentMissing') } });
  const sent = /^\d{1,12}$/.test(totalInput) ? Number(totalInput) : -1;
  const booking = { ...parsed.basket, totalPrice: payment === 'complimentary' ? 0 : sent };
  try {
    const { orderId } = await call.deps.write((work) =>
      registerLate(work, by, {
        ...{ booking, key, language: i18n.locale, bank: call.deps.config.bank, isOffice: desk.office !== undefined },
        ...(payment ? { payment } : {}),
      }),
    );
    return call.redirect(donePath(desk, orderId));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // When places or prices changed meanwhile, the current total is shown with the reason.
    if (error.code === 'NOT_MATCHING_ORDER_TOTAL') return check(desk, going, { refusal: i18n.t('late.otherPrice') });
    return entry(desk, competition, members, { input, ...stateOf(error, i18n) }, 409);
  }
}

/** @throws Problem NOT_FOUND for an order of another event, device or sales channel */
async function doneOrder({ call, by }: Desk, orderId: number) {
  const late = (await registrationOf(call.deps.read, by.eventId, orderId)) ?? refuseGenerally('NOT_FOUND');
  if (by.deviceId !== null && late.deviceId !== by.deviceId) return refuseGenerally('NOT_FOUND');
  return { late, order: present(await orderOf(call.deps.read, orderId), 'a registration has an order') };
}

async function done(desk: Desk, orderId: number, errors: FormErrors = {}): Promise<Response> {
  const { call, i18n, path, back } = desk;
  const { deps } = call;
  const { late, order } = await doneOrder(desk, orderId);
  const handedOut = await handedOutOf(deps.read, orderId);
  const people = await Promise.all(
    peopleOf(order).map(async ({ person }): Promise<PersonView> => {
      const ticketLink = deps.ownPage(person, order.event.endTimestamp);
      return { id: person.id, ticketLink, qr: await qrDataUrl(ticketLink), isHandedOut: handedOut.has(person.id) };
    }),
  );
  const props = { path, back, order, people, amount: late.amount, errors, i18n };
  return showAtDesk(desk, <LateDone {...props} />, Object.keys(errors).length > 0 ? 400 : 200);
}

async function handOut(desk: Desk, orderId: number): Promise<Response> {
  const { call, by, path } = desk;
  const { order } = await doneOrder(desk, orderId);
  const device = by.deviceName ?? `desk-${by.userId}`;
  const handedOut = await handedOutOf(call.deps.read, orderId);
  const due = peopleOf(order).flatMap(({ person: { id: participantId } }) =>
    handedOut.has(participantId) ? [] : [{ participantId, device, handedOutAt: call.now, takenBackAt: null }],
  );
  await call.deps.write((work) => recordHandOuts(work, by, due));
  return call.redirect(`${path}/${orderId}`);
}

async function giveBib(desk: Desk, orderId: number): Promise<Response> {
  const { call, by, path, i18n } = desk;
  const { order } = await doneOrder(desk, orderId);
  const id = Number(call.form.get('participantId'));
  const person = peopleOf(order).find((each) => each.person.id === id)?.person ?? refuseGenerally('NOT_FOUND');
  const control = peopleOf(order).length > 1 ? `bib-${id}` : 'bib';
  const bib = String(call.form.get(control) ?? '').slice(0, 100);
  const replaces = String(call.form.get('replaces') ?? '');
  try {
    await call.deps.write((work) =>
      setBibAtDesk(call.deps, work, by, {
        participantId: person.id,
        bib,
        ...(replaces ? { replaces } : {}),
        gate: by.gate,
      }),
    );
    return call.redirect(`${path}/${orderId}`);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'VALIDATION_FAILED') throw error;
    const { errors } = refusalOf(error, i18n, { controlOf: () => control });
    return done(desk, orderId, Object.keys(errors).length > 0 ? errors : { [control]: refusalText(error, i18n) });
  }
}

const wordsAt = ({ event }: Catalog, i18n: Translator): Translator =>
  (event.useAlternateTranslation ? i18n.withWording('packages') : i18n).in(event.timeZone);

export const byStaff = { may: 'desk.register', load: loadCatalog } as const;
type StaffCall = PageCall<'desk.register', 'event', Catalog>;
export async function deskOfStaff(call: StaffCall): Promise<Desk> {
  const { record, viewer, deps } = call;
  const eventId = record.event.id;
  // Places held for online buyers are not sold at the desk.
  const catalog = await saleFor(deps.read, record, null, call.now);
  const i18n = wordsAt(catalog, call.i18n);
  const by = { userId: viewer.userId, deviceId: null, gate: null, deviceName: null, since: viewer.verifiedAt };
  return {
    ...{ call, catalog, i18n, path: latePath(eventId), back: `/scan?event=${eventId}` },
    by: { ...by, eventId, mayHandOut: true },
    head: (title) => eventHead(catalog, title),
    beside: async () => <Tills tills={tillsOf(await lateRegistrationsOf(deps.read, eventId))} i18n={i18n} />,
  };
}

const byOffice = { may: 'order.manage', load: loadCatalog } as const;
async function deskOfOffice(call: PageCall<'order.manage', 'event', Catalog>): Promise<Desk> {
  const desk = await deskOfStaff({ ...call, may: 'desk.register' });
  const { event } = call.record;
  const hasBank = call.deps.config.bank !== null && event.paymentInAdvancePossible;
  const payments = officePayments.filter((payment) =>
    payment === 'complimentary' ? true : payment === 'transfer' ? hasBank : event.cashAtDesk,
  );
  const back = `/admin/participants?event=${event.id}`;
  return { ...desk, path: officePath(event.id), back, beside: async () => null, office: { payments } };
}

export const byDevice = { may: 'device.use' } as const;
type DeviceCall<Name extends string = never> = PageCall<'device.use', 'deviceId' | Name>;
/** For an invalid device, its own page explains why. */
export async function atDevice(call: DeviceCall, run: (desk: Desk) => Promise<Response>): Promise<Response> {
  const { params, deps } = call;
  const back = devicePath(params.deviceId);
  const by = await loadCashDevice(call).catch((problem: unknown) => {
    if (problem instanceof Problem && (problem.code === 'UNAUTHORIZED' || problem.code === 'NO_PERMISSION'))
      return null;
    throw problem;
  });
  if (!by) return call.redirect(back);
  const known = present(await catalogOf(deps.read, by.eventId), 'a device has an event');
  const catalog = await saleFor(deps.read, known, null, call.now);
  return run({
    ...{ call, by, catalog, i18n: wordsAt(catalog, call.i18n), path: deviceLatePath(params.deviceId), back },
    head: (title) => ({ title: `${title} · ${catalog.event.title}`, frame: 'bare', noIndex: true, isWork: true }),
    beside: async () => null,
  });
}

const officeBase = '/admin/events/{event}/entries/new';
export const staffBase = '/admin/events/{event}/late-registration';
export const deviceBase = '/scan/devices/{deviceId}/late-registration';
export const latePages: Route[] = [
  page({ method: 'get', path: officeBase, ...byOffice }, async (call) => begin(await deskOfOffice(call))),
  page({ method: 'post', path: officeBase, ...byOffice, savesInput: false }, async (call) =>
    go(await deskOfOffice(call)),
  ),
  page({ method: 'get', path: staffBase, ...byStaff }, async (call) => begin(await deskOfStaff(call))),
  page({ method: 'post', path: staffBase, ...byStaff, savesInput: false }, async (call) => go(await deskOfStaff(call))),
  page({ method: 'get', path: `${staffBase}/{orderId}`, ...byStaff }, async (call) =>
    done(await deskOfStaff(call), call.params.orderId),
  ),
  page({ method: 'post', path: `${staffBase}/{orderId}/hand-out`, ...byStaff }, async (call) =>
    handOut(await deskOfStaff(call), call.params.orderId),
  ),
  page({ method: 'post', path: `${staffBase}/{orderId}/bib`, ...byStaff }, async (call) =>
    giveBib(await deskOfStaff(call), call.params.orderId),
  ),
  page({ method: 'get', path: deviceBase, ...byDevice }, (call) => atDevice(call, begin)),
  page({ method: 'post', path: deviceBase, ...byDevice, savesInput: false }, (call) => atDevice(call, go)),
  page({ method: 'get', path: `${deviceBase}/{orderId}`, ...byDevice }, (call) =>
    atDevice(call, (desk) => done(desk, call.params.orderId)),
  ),
  page({ method: 'post', path: `${deviceBase}/{orderId}/hand-out`, ...byDevice }, (call) =>
    atDevice(call, (desk) => handOut(desk, call.params.orderId)),
  ),
  page({ method: 'post', path: `${deviceBase}/{orderId}/bib`, ...byDevice }, (call) =>
    atDevice(call, (desk) => giveBib(desk, call.params.orderId)),
  ),
];
