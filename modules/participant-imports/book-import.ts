import { and, eq, isNull } from 'drizzle-orm';
import { findOrCreateUser } from '#modules/accounts/index.ts';
import type { Address } from '#modules/accounts/rules/address.ts';
import { type Company, companiesOfOrganizer, membersOf, putOnAccount } from '#modules/companies/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { addAudit, type PlacedOrder, type PlaceOrder, placeOrder } from '#modules/orders/index.ts';
import { visitOfList } from '#modules/orders/rules/order-state.ts';
import { shippingCost } from '#modules/orders/rules/pricing.ts';
import { chooseBankTransfer } from '#modules/payments/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Config } from '#src/config/config.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Locale } from '#src/texts/locale.ts';
import { importOf } from './imports.ts';
import { maxImportedPeople } from './rules/line.ts';
import { type ImportPayment, refuse } from './rules/problems.ts';
import { type ParticipantImport, participantImports } from './schema.ts';

export type Payer = { companyId: number } | { email: string; contactAddress: Address };
export type BookRequest = { payer: Payer; payment: ImportPayment; sendTickets: boolean };
type Bank = Pick<Config, 'bank'>;
type Named = { importId: number; eventId: number };

/**
 * Books an import of the organizer as one order, once: a second call returns the same order.
 * @throws Problem NOT_FOUND, PARTICIPANT_IMPORT_EMPTY, VALIDATION_FAILED at `payer` or `payment`, and the refusals
 * of a booking, a transfer and a company account; then nothing is booked
 */
export async function bookImport(
  work: Work,
  { importId, eventId, editorId, language, config }: Named & { editorId: number; language: Locale; config: Bank },
  { payer, payment, sendTickets }: BookRequest,
): Promise<number> {
  const record = await importOf(work.tx, { importId, eventId, buyerId: null });
  if (record.orderId !== null) return record.orderId;
  const { total } = bookable(record);
  const catalog = (await catalogOf(work.tx, eventId)) ?? refuse('NOT_FOUND');
  const buyer = await buyerOf(work, catalog, payer, language);
  if (payment === 'account' && !buyer.company)
    refuseFields({ payment: ['participantImports.error.accountNeedsCompany'] });
  const isComplimentary = payment === 'complimentary';
  const { contactAddress } = buyer;
  const placed = await place(work, record, {
    viewer: { userId: buyer.userId, visitId: visitOfList(importId), level: 'verified' },
    language: buyer.language,
    origin: { clientAddress: '', limitFactor: 0 },
    contactAddress,
    invoiceAddress: buyer.company?.address ?? null,
    totalPrice: isComplimentary ? zeroCents : totalFor(catalog, record, total, contactAddress),
    byOrganizer: { editorId, isComplimentary, withholdsTickets: !sendTickets },
  });
  await addAudit(work, { orderId: placed.orderId, type: 'Other', editorId, comment: 'participantImports.booked' });
  if (placed.status === 'complete') return placed.orderId;
  const { orderId } = placed;
  if (payment === 'transfer') await chooseBankTransfer(work, { orderId, bank: config.bank });
  if (payment === 'account' && buyer.company)
    await putOnAccount(work, { orderId, company: buyer.company, editorId, hasBank: config.bank !== null });
  return orderId;
}

type OwnBooking = Pick<PlaceOrder, 'origin' | 'language'> & {
  viewer: Viewer;
  contactAddress: Address | null;
  invoiceAddress: Address | null;
  /** The sum that the buyer saw. */
  totalPrice: Cents;
};

/** Books a buyer's own group registration, once. @throws Problem like a booking of the buyer */
export async function bookOwnImport(work: Work, { importId, eventId }: Named, booking: OwnBooking): Promise<number> {
  const record = await importOf(work.tx, { importId, eventId, buyerId: booking.viewer.userId });
  if (record.orderId !== null) return record.orderId;
  bookable(record);
  const catalog = (await catalogOf(work.tx, eventId)) ?? refuse('NOT_FOUND');
  if (!catalog.event.groupRegistration) refuse('NOT_FOUND');
  const { orderId } = await place(work, record, booking);
  return orderId;
}

function bookable({ teams, total }: ParticipantImport): { total: Cents } {
  return teams.length === 0 || total === null ? refuse('PARTICIPANT_IMPORT_EMPTY') : { total };
}

type Place = Pick<PlaceOrder, 'viewer' | 'language' | 'origin' | 'byOrganizer'> & {
  contactAddress: Address | null;
  invoiceAddress: Address | null;
  totalPrice: Cents;
};

async function place(work: Work, record: ParticipantImport, to: Place): Promise<PlacedOrder> {
  const { contactAddress, invoiceAddress, totalPrice, ...input } = to;
  const placed = await placeOrder(work, {
    ...input,
    eventId: record.eventId,
    booking: {
      teams: [...record.teams],
      ...{ contactAddress, invoiceAddress, deliveryAddress: null, totalPrice },
      ...{ appliedVouchers: [], cancellationProtections: [], termsAccepted: true, eventConditionsAccepted: true },
    },
    idempotencyKey: null,
    peopleLimit: maxImportedPeople,
  });
  const rest = record.lines.filter(({ outcome }) => outcome !== 'new');
  const booked = await work.tx
    .update(participantImports)
    .set({
      orderId: placed.orderId,
      // People who are registered stand in the order.
      teams: [],
      lines: rest,
      fileRows: record.fileRows.filter(({ line }) => rest.some((each) => each.line === line)),
    })
    .where(and(eq(participantImports.id, record.id), isNull(participantImports.orderId)))
    .returning({ id: participantImports.id });
  return booked.length === 0 ? refuse('NOT_FOUND') : placed;
}

/** The previewed total with shipping to this address. */
export function totalFor(
  catalog: Catalog,
  { teams }: Pick<ParticipantImport, 'teams'>,
  total: Cents,
  contactAddress: Address | null,
): Cents {
  const to = (address: Address | null) =>
    shippingCost(catalog, { teams, contactAddress: address, deliveryAddress: null }) ?? zeroCents;
  return cents(total - to(null) + to(contactAddress));
}

type ImportBuyer = { userId: number; contactAddress: Address; language: Locale; company: Company | null };

async function buyerOf(work: Work, catalog: Catalog, payer: Payer, language: Locale): Promise<ImportBuyer> {
  if (!('companyId' in payer)) {
    const user = await findOrCreateUser(work, payer.email, { language });
    return { userId: user.id, contactAddress: payer.contactAddress, language, company: null };
  }
  const companies = await companiesOfEvent(work.tx, catalog);
  const company = companies.find(({ id }) => id === payer.companyId);
  if (!company) return refuseFields({ 'payer.companyId': ['participantImports.error.payer'] });
  if (company.isClosed) return refuseFields({ 'payer.companyId': ['participantImports.error.companyClosed'] });
  const [member] = await membersOf(work.tx, company.id);
  const mailbox = company.contactEmail ?? member;
  if (!mailbox) return refuseFields({ 'payer.companyId': ['participantImports.error.noMailbox'] });
  const user = await findOrCreateUser(work, mailbox, { language: company.language });
  return { userId: user.id, contactAddress: company.address, language: company.language, company };
}

/** Companies of the event's main organizers. */
export async function companiesOfEvent(
  reader: Reader | Tx,
  { organizers }: Pick<Catalog, 'organizers'>,
): Promise<Company[]> {
  const main = organizers.filter(({ isMain }) => isMain);
  return (await Promise.all(main.map(({ id }) => companiesOfOrganizer(reader, id)))).flat();
}
