import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from '#modules/accounts/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { centsColumn, flagColumn, flagOffColumn, instantColumn, rateColumn } from '#src/data/columns.ts';
import { basisPoints, zeroCents } from '#src/kernel/money.ts';
import type { OnlineMethod } from '#src/kernel/payment-methods.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import type { RecordChange } from './rules/changes.ts';
import type { ArticleRight } from './rules/withdrawal-right.ts';

/** What an event or a competition consists of goes with it. */
const eventColumn = () =>
  integer('event_id')
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' });
const competitionColumn = () =>
  integer('competition_id')
    .notNull()
    .references(() => competitions.id, { onDelete: 'cascade' });
const articleColumn = () =>
  integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });

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
    /** Name of a stored picture, or `default:<name>` of the product's own. */
    titlePicture: text('title_picture'),
    conditions: text('conditions').notNull().default(''),
    additionalConditions: text('additional_conditions').notNull().default(''),
    vat: rateColumn('vat_basis_points').notNull().default(basisPoints(20)),
    processingFee: centsColumn('processing_fee_cents').notNull().default(zeroCents),
    organizerProcessingFee: centsColumn('organizer_processing_fee_cents').notNull().default(zeroCents),
    canceled: flagOffColumn('canceled'),
    soldOut: flagOffColumn('sold_out'),
    visible: flagOffColumn('visible'),
    visibleViaLink: flagOffColumn('visible_via_link'),
    needsName: flagOffColumn('needs_name'),
    needsContactAddress: flagOffColumn('needs_contact_address'),
    allowDifferentDeliveryAddress: flagOffColumn('allow_different_delivery_address'),
    adoptTeamEmail: flagOffColumn('adopt_team_email'),
    asksClub: flagOffColumn('asks_club'),
    paymentInAdvancePossible: flagColumn('payment_in_advance_possible').notNull().default(true),
    useAlternateTranslation: flagOffColumn('use_alternate_translation'),
    userEditTillTime: instantColumn('user_edit_till_time'),
    generateInvoice: flagOffColumn('generate_invoice'),
    needsBibForMail: flagOffColumn('needs_bib_for_mail'),
    noChangelink: flagOffColumn('no_changelink'),
    newTicketForNewEmail: flagOffColumn('new_ticket_for_new_email'),
    /** People may sign up at the desk on race day and pay there in cash, which the organizer keeps. */
    cashAtDesk: flagOffColumn('cash_at_desk'),
    /** Companies that agreed on it with the organizer order on account (`modules/companies`). */
    companyAccounts: flagOffColumn('company_accounts'),
    /** Buyers are asked whether the main organizer may send them news. */
    offersNewsletter: flagOffColumn('offers_newsletter'),
    pdfDescription: text('pdf_description').notNull().default(''),
    onlinePaymentHoldMinutes: integer('online_payment_hold_minutes').notNull().default(120),
    bankTransferHoldDays: integer('bank_transfer_hold_days'),
    /** Start places that one account may take in orders of total 0 (orders, `account-places.ts`); null: the product's number. */
    freePlacesPerAccount: integer('free_places_per_account'),
    /** Places are kept for whoever fills in (`schema-holds.ts`); null: for nobody. */
    placeHoldMinutes: integer('place_hold_minutes'),
    /** A place that came free is kept so long for whoever waits for it (`schema-holds.ts`); null: nobody can wait. */
    offerHours: integer('offer_hours'),
    /** Captains may keep places of team competitions for so many days (`modules/shared-teams`); null: nobody may. */
    teamDays: integer('team_days'),
    /** Nobody books without a turn of its waiting room, which a module above keeps. */
    waitingRoom: flagOffColumn('waiting_room'),
    /** Ways to pay at once that the event takes; null: all that the platform offers. */
    paymentMethods: text('payment_methods', { mode: 'json' }).$type<OnlineMethod[]>(),
    defaultShippingCost: centsColumn('default_shipping_cost_cents').notNull().default(zeroCents),
    /** Sport and look of the event: running, trail, triathlon, company, kids, charity, cycling, other. */
    kind: text('kind').notNull().default('running'),
    /** Name shown instead of the product's and accent colour `#rrggbb`; null: what the main organizer has. */
    whiteLabel: text('white_label'),
    accentColor: text('accent_color'),
    googleAnalyticsTrackingCodes: text('google_analytics_tracking_codes', { mode: 'json' })
      .$type<string[]>()
      .notNull()
      .default([]),
    facebookPixels: text('facebook_pixels', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Another number after every change to the event or anything below it. */
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

/** Which event another one was made like. */
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
  {
    shortlink: text('shortlink').primaryKey(),
    eventId: eventColumn(),
  },
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

/** `sold` counts live orders' tickets. The stock ledger moves it with conditional updates; the CHECK stands behind. */
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

/** `quantityTotal` = sold + still to be sold. */
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
    /** null: the event's. */
    vat: rateColumn('vat_basis_points'),
    minAmountPerParticipant: integer('min_amount_per_participant'),
    maxAmountPerParticipant: integer('max_amount_per_participant'),
    minAmountPerTeam: integer('min_amount_per_team'),
    maxAmountPerTeam: integer('max_amount_per_team'),
    teamArticle: flagOffColumn('team_article'),
    /** People may wait for a size of it that is sold out. */
    hasWaitlist: flagOffColumn('has_waitlist'),
    /** Sold by the platform itself and not by the organizer. */
    soldByStartblock: flagOffColumn('sold_by_startblock'),
    /** Whether a buyer may go back on it; of a donation it says nothing. */
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
  {
    articleId: articleColumn(),
    competitionId: competitionColumn(),
  },
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

/**
 * The pictures that were uploaded for an event. A name is that of a stored file (`<sha256>.<extension>`), so the same
 * picture is the same file everywhere; `small` is its reduced copy.
 */
export const pictures = sqliteTable(
  'pictures',
  {
    eventId: eventColumn(),
    name: text('name').notNull(),
    small: text('small').notNull(),
    /** Pixels of the large one. */
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

/** One field before and after, as texts of the database's own values. */
export type FieldChange = RecordChange['changes'][number];
export type AuditedKind = RecordChange['kind'];

/** Who set up what and when. Entries are only ever added. */
export const eventAudits = sqliteTable(
  'event_audits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    eventId: integer('event_id')
      .notNull()
      .references(() => events.id),
    editorId: integer('editor_id')
      .notNull()
      .references(() => users.id),
    /** The super admin who acted as the editor. */
    impersonatorId: integer('impersonator_id').references(() => users.id),
    kind: text('kind').$type<AuditedKind>().notNull(),
    action: text('action').$type<'created' | 'changed' | 'deleted'>().notNull(),
    recordId: integer('record_id').notNull(),
    /** What the record was called then. */
    name: text('name').notNull(),
    changes: text('changes', { mode: 'json' }).$type<FieldChange[]>().notNull().default([]),
    createdAt: instantColumn('created_at').notNull(),
  },
  (t) => [index('event_audits_event').on(t.eventId, t.id)],
);

/** `retired`: offered no longer, kept for the words of answers that hold it. */
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
