import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { centsColumn, flagColumn, flagOffColumn, instantColumn, rateColumn } from '#src/data/columns.ts';
import { basisPoints, zeroCents } from '#src/kernel/money.ts';
import type { OnlineMethod } from '#src/kernel/payment-methods.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { Asks } from './rules/event-flags.ts';
import type { ArticleRight } from './rules/withdrawal-right.ts';

const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });
const competitionColumn = () =>
  integer('competition_id')
    .notNull()
    .references(() => competitions.id, { onDelete: 'cascade' });
export const userColumn = (name: string) => integer(name).references(() => users.id);

const articleColumn = () =>
  integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });

const asksColumn = (name: string) => text(name).$type<Asks>().notNull().default('optional');

export const events = sqliteTable(
  'events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    location: text('location').notNull().default(''),
    startTimestamp: instantColumn('start_timestamp').notNull(),
    endTimestamp: instantColumn('end_timestamp').notNull(),
    timeZone: text('time_zone').notNull().default('Europe/Vienna'),
    /** A stored picture, or `default:<name>` for a drawing. */
    titlePicture: text('title_picture'),
    conditions: text('conditions').notNull().default(''),
    additionalConditions: text('additional_conditions').notNull().default(''),
    vat: rateColumn('vat_basis_points').notNull().default(basisPoints(20)),
    processingFee: centsColumn('processing_fee_cents').notNull().default(zeroCents),
    organizerProcessingFee: centsColumn('organizer_processing_fee_cents').notNull().default(zeroCents),
    /** Added to each paid ticket that the desk sells; null: nothing. */
    deskSurcharge: centsColumn('desk_surcharge_cents'),
    canceled: flagOffColumn('canceled'),
    soldOut: flagOffColumn('sold_out'),
    visible: flagOffColumn('visible'),
    visibleViaLink: flagOffColumn('visible_via_link'),
    needsName: flagOffColumn('needs_name'),
    needsContactAddress: flagOffColumn('needs_contact_address'),
    allowDifferentDeliveryAddress: flagOffColumn('allow_different_delivery_address'),
    adoptTeamEmail: flagOffColumn('adopt_team_email'),
    asksClub: flagOffColumn('asks_club'),
    asksBirthDate: asksColumn('asks_birth_date'),
    asksGender: asksColumn('asks_gender'),
    paymentInAdvancePossible: flagColumn('payment_in_advance_possible').notNull().default(true),
    useAlternateTranslation: flagOffColumn('use_alternate_translation'),
    userEditTillTime: instantColumn('user_edit_till_time'),
    generateInvoice: flagOffColumn('generate_invoice'),
    needsBibForMail: flagOffColumn('needs_bib_for_mail'),
    noChangelink: flagOffColumn('no_changelink'),
    newTicketForNewEmail: flagOffColumn('new_ticket_for_new_email'),
    /** Registration at the desk with cash, which the organizer keeps. */
    cashAtDesk: flagOffColumn('cash_at_desk'),
    companyAccounts: flagOffColumn('company_accounts'),
    buyersMayChange: flagOffColumn('buyers_may_change'),
    groupRegistration: flagOffColumn('group_registration'),
    offersNewsletter: flagOffColumn('offers_newsletter'),
    pdfDescription: text('pdf_description').notNull().default(''),
    onlinePaymentHoldMinutes: integer('online_payment_hold_minutes').notNull().default(120),
    bankTransferHoldDays: integer('bank_transfer_hold_days'),
    /** Limit per account in orders of total 0 (`account-places.ts` of orders); null: the default. */
    freePlacesPerAccount: integer('free_places_per_account'),
    /** See `schema-holds.ts`; null: no holds. */
    placeHoldMinutes: integer('place_hold_minutes'),
    /** How long a free place is offered to a waiting person; null: no waiting list. */
    offerHours: integer('offer_hours'),
    /** How long captains may hold team places (`modules/shared-teams`); null: not offered. */
    teamDays: integer('team_days'),
    /** Booking needs a turn of the waiting room. */
    waitingRoom: flagOffColumn('waiting_room'),
    /** Null: all methods of the platform. */
    paymentMethods: text('payment_methods', { mode: 'json' }).$type<OnlineMethod[]>(),
    defaultShippingCost: centsColumn('default_shipping_cost_cents').notNull().default(zeroCents),
    kind: text('kind').notNull().default('running'),
    /** White label and accent colour `#rrggbb`; null: the main organizer's. */
    whiteLabel: text('white_label'),
    accentColor: text('accent_color'),
    googleAnalyticsTrackingCodes: text('google_analytics_tracking_codes', { mode: 'json' })
      .$type<string[]>()
      .notNull()
      .default([]),
    facebookPixels: text('facebook_pixels', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Changes with the event and everything below it. */
    version: integer('version').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    index('events_start').on(t.startTimestamp),
    check('events_order', sql`${t.endTimestamp} >= ${t.startTimestamp}`),
    check('events_vat', sql`${t.vat} >= 0 and ${t.vat} <= 10000`),
    check(
      'events_fees',
      sql`${t.processingFee} >= 0 and ${t.organizerProcessingFee} >= 0 and ${t.defaultShippingCost} >= 0`,
    ),
  ],
);

export const eventOrganizers = sqliteTable(
  'event_organizers',
  {
    eventId: eventColumn(),
    organizerId: integer('organizer_id')
      .notNull()
      .references(() => organizers.id),
    isMain: flagOffColumn('is_main'),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.organizerId] }),
    index('event_organizers_organizer').on(t.organizerId),
    uniqueIndex('event_organizers_one_main').on(t.eventId).where(sql`is_main = 1`),
  ],
);

export const eventCopies = sqliteTable(
  'event_copies',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    fromId: integer('from_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
  },
  (t) => [index('event_copies_from').on(t.fromId)],
);

export const shortlinks = sqliteTable(
  'shortlinks',
  { shortlink: text('shortlink').primaryKey(), eventId: eventColumn() },
  (t) => [index('shortlinks_event').on(t.eventId)],
);

export const shippingCosts = sqliteTable(
  'shipping_costs',
  {
    eventId: eventColumn(),
    countryCode: text('country_code').notNull(),
    cost: centsColumn('cost_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.countryCode] }), check('shipping_costs_cost', sql`${t.cost} >= 0`)],
);

/** `sold` counts tickets of live orders; only the stock ledger changes it. */
export const competitions = sqliteTable(
  'competitions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    location: text('location').notNull().default(''),
    type: text('type').$type<'single' | 'team'>().notNull().default('single'),
    gender: text('gender').$type<'both' | 'male' | 'female'>().notNull().default('both'),
    timestamp: instantColumn('timestamp').notNull(),
    endTimestamp: instantColumn('end_timestamp'),
    minAge: integer('min_age').notNull().default(0),
    maxAge: integer('max_age').notNull().default(0),
    ageCheckMode: text('age_check_mode')
      .$type<'ageGroup' | 'dayOfCompetition' | 'givenDate' | 'yearEndBefore' | 'yearEndAfter'>()
      .notNull()
      .default('dayOfCompetition'),
    ageCheckDate: text('age_check_date').$type<CalendarDate>(),
    disableAgeCheck: flagOffColumn('disable_age_check'),
    minTeamSize: integer('min_team_size').notNull().default(1),
    maxTeamSize: integer('max_team_size').notNull().default(10),
    disciplines: text('disciplines', { mode: 'json' }).$type<string[]>().notNull().default([]),
    previewPicture: text('preview_picture'),
    totalTicketCount: integer('total_ticket_count').notNull().default(1),
    sold: integer('sold').notNull().default(0),
    withShipping: flagOffColumn('with_shipping'),
    sortOrder: integer('sort_order').notNull().default(1),
  },
  (t) => [
    index('competitions_event').on(t.eventId, t.sortOrder),
    check('competitions_type', sql`${t.type} in ('single', 'team')`),
    check('competitions_gender', sql`${t.gender} in ('both', 'male', 'female')`),
    check('competitions_stock', sql`${t.sold} >= 0 and ${t.sold} <= ${t.totalTicketCount}`),
    check('competitions_team_size', sql`${t.minTeamSize} >= 1 and ${t.maxTeamSize} >= ${t.minTeamSize}`),
  ],
);

/** `quantityTotal` = sold + left. */
export const competitionPrices = sqliteTable(
  'competition_prices',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    competitionId: competitionColumn(),
    price: centsColumn('price_cents').notNull().default(zeroCents),
    availableFrom: instantColumn('available_from'),
    availableTo: instantColumn('available_to'),
    quantityTotal: integer('quantity_total').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    priceOrder: integer('price_order').notNull().default(1),
    onlyBuyableWithVoucher: flagOffColumn('only_buyable_with_voucher'),
    hasWaitlist: flagOffColumn('has_waitlist'),
  },
  (t) => [
    index('competition_prices_competition').on(t.competitionId, t.priceOrder),
    check('competition_prices_price', sql`${t.price} >= 0`),
    check('competition_prices_stock', sql`${t.sold} >= 0 and ${t.sold} <= ${t.quantityTotal}`),
  ],
);

export const articles = sqliteTable(
  'articles',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    name: text('name').notNull(),
    picture: text('picture'),
    price: centsColumn('price_cents').notNull().default(zeroCents),
    type: text('type').$type<'normal' | 'free' | 'donation'>().notNull().default('normal'),
    minPrice: centsColumn('min_price_cents'),
    maxPrice: centsColumn('max_price_cents'),
    recommendedPrice: centsColumn('recommended_price_cents'),
    /** Null: the event's. */
    vat: rateColumn('vat_basis_points'),
    minAmountPerParticipant: integer('min_amount_per_participant'),
    maxAmountPerParticipant: integer('max_amount_per_participant'),
    minAmountPerTeam: integer('min_amount_per_team'),
    maxAmountPerTeam: integer('max_amount_per_team'),
    teamArticle: flagOffColumn('team_article'),
    hasWaitlist: flagOffColumn('has_waitlist'),
    soldByStartblock: flagOffColumn('sold_by_startblock'),
    /** Not used for donations. */
    withdrawalRight: text('withdrawal_right').$type<ArticleRight>().notNull().default('goods_14'),
    sortOrder: integer('sort_order').notNull().default(1),
  },
  (t) => [
    index('articles_event').on(t.eventId, t.sortOrder),
    check('articles_price', sql`${t.price} >= 0`),
    check('articles_type', sql`${t.type} in ('normal', 'free', 'donation')`),
  ],
);

export const articleCompetitions = sqliteTable(
  'article_competitions',
  { articleId: articleColumn(), competitionId: competitionColumn() },
  (t) => [primaryKey({ columns: [t.articleId, t.competitionId] })],
);

export const articleVariants = sqliteTable(
  'article_variants',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    articleId: articleColumn(),
    name: text('name').notNull().default(''),
    total: integer('total').notNull().default(1),
    sold: integer('sold').notNull().default(0),
    sortOrder: integer('sort_order').notNull().default(1),
  },
  (t) => [
    index('article_variants_article').on(t.articleId, t.sortOrder),
    check('article_variants_stock', sql`${t.sold} >= 0 and ${t.sold} <= ${t.total}`),
  ],
);

export const cancellationProtections = sqliteTable(
  'cancellation_protections',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    price: centsColumn('price_cents').notNull().default(zeroCents),
  },
  (t) => [
    index('cancellation_protections_event').on(t.eventId),
    check('cancellation_protections_price', sql`${t.price} >= 0`),
  ],
);

/** `name`: a stored file (`<sha256>.<extension>`); `small`: its reduced copy; width and height of the large file. */
export const pictures = sqliteTable(
  'pictures',
  {
    eventId: eventColumn(),
    name: text('name').notNull(),
    small: text('small').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.name] }),
    index('pictures_name').on(t.name),
    index('pictures_small').on(t.small),
  ],
);

/** `retired`: no longer offered; existing answers need the label. */
export type FormFieldOption = { value: string; label: { de: string; en: string }; retired?: true };
export const formFields = sqliteTable(
  'form_fields',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: eventColumn(),
    name: text('name', { mode: 'json' }).$type<{ de: string; en: string }>().notNull(),
    type: text('type')
      .$type<'text' | 'textarea' | 'number' | 'date' | 'select' | 'checkbox'>()
      .notNull()
      .default('select'),
    options: text('options', { mode: 'json' }).$type<FormFieldOption[]>().notNull().default([]),
    defaultValue: text('default_value'),
    isRequired: flagOffColumn('is_required'),
    adoptPrevious: flagOffColumn('adopt_previous'),
    editableOnlyOncePerTeam: flagOffColumn('editable_only_once_per_team'),
    includeInConfirmationPdf: flagOffColumn('include_in_confirmation_pdf'),
    formFieldOrder: integer('form_field_order').notNull().default(1),
    rrName: text('rr_name'),
  },
  (t) => [index('form_fields_event').on(t.eventId, t.formFieldOrder)],
);

export const formFieldCompetitions = sqliteTable(
  'form_field_competitions',
  {
    fieldId: integer('field_id')
      .notNull()
      .references(() => formFields.id, { onDelete: 'cascade' }),
    competitionId: competitionColumn(),
  },
  (t) => [primaryKey({ columns: [t.fieldId, t.competitionId] })],
);
