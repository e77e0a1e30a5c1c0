import * as z from 'zod';

/**
 * The contract's shapes, written down a second time and strictly: a field too many, a field too few or another type
 * fails. Nothing here is taken from the modules, so that a change of theirs shows.
 */
const id = z.int().positive();
const cents = z.int();
const text = z.string();
const maybe = z.string().nullable();
const iso = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const gender = z.enum(['female', 'male', 'diverse']);

export const address = z.strictObject({
  firstName: text,
  lastName: text,
  companyName: maybe,
  gender: z.enum(['female', 'male', 'diverse', 'company', 'association']).nullable(),
  street: maybe,
  houseNumber: maybe,
  zipCode: maybe,
  city: maybe,
  countryCode: maybe,
  additional: maybe,
  vatId: maybe,
  phoneNumber: z.strictObject({ countryCode: text, number: text }).nullable(),
  sportsClub: maybe,
  titlePrefix: maybe,
  titleSuffix: maybe,
});

export const price = z.strictObject({
  id,
  price: cents,
  currency: z.literal('eur'),
  availableFrom: iso.nullable(),
  availableTo: iso.nullable(),
  quantity: z.int().min(0),
  sold: z.int().min(0),
  priceOrder: z.int(),
  onlyBuyableWithVoucher: z.boolean(),
});

export const competition = z.strictObject({
  id,
  eventId: id,
  title: text,
  description: text,
  location: text,
  type: z.enum(['single', 'team']),
  gender: z.enum(['both', 'male', 'female']),
  timestamp: iso,
  endTimestamp: iso.nullable(),
  minAge: z.int(),
  maxAge: z.int(),
  ageCheckMode: z.enum(['ageGroup', 'dayOfCompetition', 'givenDate', 'yearEndBefore', 'yearEndAfter']),
  ageCheckDate: date.nullable(),
  disableAgeCheck: z.boolean(),
  minTeamSize: z.int(),
  maxTeamSize: z.int(),
  disciplines: z.array(text),
  previewPicture: maybe,
  prices: z.array(price),
  currentPrice: price.nullable(),
  totalTicketCount: z.int(),
  availableTicketCount: z.int().min(0),
  withShipping: z.boolean(),
  sortOrder: z.int(),
});

export const variant = z.strictObject({ id, name: text, availableAmount: z.int(), sortOrder: z.int() });
export const article = z.strictObject({
  id,
  name: text,
  picture: maybe,
  price: cents,
  currency: z.literal('eur'),
  type: z.enum(['normal', 'free', 'donation']),
  minPrice: cents.nullable(),
  maxPrice: cents.nullable(),
  recommendedPrice: cents.nullable(),
  vat: z.number().nullable(),
  minAmountPerParticipant: z.int().nullable(),
  maxAmountPerParticipant: z.int().nullable(),
  minAmountPerTeam: z.int().nullable(),
  maxAmountPerTeam: z.int().nullable(),
  teamArticle: z.boolean(),
  withdrawalRight: z.enum(['service_14', 'custom_made', 'none_leisure']).optional(),
  competitionIds: z.array(id),
  variants: z.array(variant),
});

export const adminArticle = article.extend({ soldByStartblock: z.boolean(), sortOrder: z.int() });

export const protection = z.strictObject({ id, title: text, description: text, price: cents });
const bothLanguages = z.strictObject({ de: text, en: text });
export const formField = z.strictObject({
  id,
  name: bothLanguages,
  type: z.enum(['text', 'textarea', 'number', 'date', 'select', 'checkbox']),
  options: z.array(z.strictObject({ value: text, label: bothLanguages })),
  defaultValue: maybe,
  isRequired: z.boolean(),
  adoptPrevious: z.boolean(),
  editableOnlyOncePerTeam: z.boolean(),
  includeInConfirmationPdf: z.boolean(),
  formFieldOrder: z.int(),
  competitionIds: z.array(id),
  rrName: maybe,
});

export const event = z.strictObject({
  id,
  title: text,
  description: text,
  location: text,
  startTimestamp: iso,
  endTimestamp: iso,
  timeZone: text,
  titlePicture: maybe,
  conditions: text,
  additionalConditions: text,
  vat: z.number(),
  processingFee: cents,
  canceled: z.boolean(),
  soldOut: z.boolean(),
  visible: z.boolean(),
  visibleViaLink: z.boolean(),
  needsName: z.boolean(),
  needsContactAddress: z.boolean(),
  allowDifferentDeliveryAddress: z.boolean(),
  adoptTeamEmail: z.boolean(),
  asksBirthDate: z.enum(['no', 'optional', 'required']),
  asksGender: z.enum(['no', 'optional', 'required']),
  paymentInAdvancePossible: z.boolean(),
  useAlternateTranslation: z.boolean(),
  userEditTillTime: iso.nullable(),
  hasArticles: z.boolean(),
  generateInvoice: z.boolean(),
  whiteLabel: maybe,
  organizers: z.array(z.strictObject({ id, name: text, isMain: z.boolean() })),
  cancellationProtections: z.array(protection),
  competitions: z.array(competition),
  articles: z.array(article),
  formFields: z.array(formField),
  shippingCosts: z.strictObject({
    defaultShippingCost: cents,
    countries: z.array(z.strictObject({ countryCode: text, cost: cents })),
  }),
  // Not of the contract, and there only where the event gives one.
  discounts: z
    .array(
      z.strictObject({
        id,
        discountKind: z.enum(['family', 'club', 'combination', 'list']),
        title: text.min(1),
        percentOff: z.int().nullable(),
        amountOff: cents.nullable(),
        fromCount: z.int(),
        childAge: z.int(),
        memberFieldId: id.nullable(),
        availableTo: iso.nullable(),
        competitionIds: z.array(id),
      }),
    )
    .min(1)
    .optional(),
});

const orderItem = z.strictObject({
  kind: z.enum(['ticket', 'article', 'cp', 'of', 'sc', 'voucher']),
  type: z.enum(['article', 'voucher']),
  name: text.min(1),
  code: maybe,
  amount: z.int(),
  price: cents,
  priceBeforeTax: cents,
  priceTotal: cents,
});
export const quote = z.strictObject({
  totalPrice: cents,
  orderItems: z.array(orderItem),
  vouchers: z.array(
    z.strictObject({
      code: text,
      participantLocalId: maybe,
      articleUniqueLocalId: maybe,
      discountAmount: cents,
    }),
  ),
});

const bookedParticipant = z.strictObject({
  id,
  competitionId: id,
  competitionPriceId: id,
  firstName: text,
  lastName: text,
  email: maybe,
  birthDate: date.nullable(),
  gender: gender.nullable(),
  nationalityCountryCode: maybe,
  club: maybe,
  formFieldsSelected: z.array(z.strictObject({ fieldId: id, value: text })),
  ticketPrice: cents,
  chargedPrice: cents,
  orderedArticleVariants: z.array(
    z.strictObject({
      articleId: id,
      variantId: id,
      name: text,
      variantName: text,
      quantity: z.int().positive(),
      unitPrice: cents,
    }),
  ),
  rrBib: maybe,
  rrChangelink: maybe,
});

export const order = z.strictObject({
  id,
  orderNumber: text.min(1),
  status: z.enum(['pending', 'complete', 'shipped', 'canceled']),
  orderDate: iso,
  totalPrice: cents,
  event: z.strictObject({ id, title: text, startTimestamp: iso }),
  competitions: z.array(
    z.strictObject({
      id,
      title: text,
      type: z.enum(['single', 'team']),
      teams: z.array(z.strictObject({ teamId: id, teamName: maybe, participants: z.array(bookedParticipant) })),
    }),
  ),
  orderItems: z.array(orderItem),
  cancellationProtections: z.array(z.strictObject({ id, title: text, price: cents })),
  contactAddress: address.nullable(),
  deliveryAddress: address.nullable(),
  invoiceAddress: address.nullable(),
  invoiceDownloadable: z.boolean(),
  generateInvoice: z.boolean(),
  paymentMethod: maybe,
  paymentStatus: z.enum(['pending', 'authorized', 'completed', 'failed']).nullable(),
  expiresAt: iso.nullable(),
});

export const auditType = z.enum([
  'Comment',
  'FreeArticleAdded',
  'OrderCanceled',
  'OrderChanged',
  'OrderCreated',
  'OrderPaid',
  'OrderReactivated',
  'Other',
]);
export const adminOrder = order.extend({
  user: z.strictObject({ id, email: text }),
  audits: z.array(
    z.strictObject({
      type: auditType,
      editorEmail: maybe,
      editorFirstName: maybe,
      editorLastName: maybe,
      comment: text,
      createdAt: iso,
    }),
  ),
  paymentMeans: maybe,
  paymentMode: z.enum(['automatic', 'manual']).nullable(),
  refundStatus: z.enum(['pending', 'completed', 'failed']).nullable(),
  refundedPrice: cents,
  rrHasSaveValueSet: z.boolean(),
  rrLastSynchroTime: iso.nullable(),
});

export const account = z.strictObject({
  userData: z.strictObject({
    id,
    email: text,
    firstname: maybe,
    lastname: maybe,
    gender: gender.nullable(),
    birthDate: date.nullable(),
    nationalityCountryCode: maybe,
    contactAddress: address.nullable(),
    isSuperAdmin: z.boolean(),
    pendingOrders: z.array(z.object({ orderId: id })),
  }),
  userSettings: z.strictObject({
    role: text,
    language: z.enum(['de', 'en-us']).nullable(),
    termsOfUseAccepted: z.boolean(),
  }),
});

export const bankTransfer = z.strictObject({
  payee: text.min(1),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]+$/),
  bic: maybe,
  qrCode: z.string().regex(/^data:image\/(png|svg\+xml);base64,/),
  totalPrice: cents,
  reference: text.min(1),
  emailSent: z.boolean(),
});

export const error = z.strictObject({
  code: z.string().regex(/^[A-Z_]+$/),
  message: text.min(5),
  errorId: text.min(6),
  details: z.record(z.string(), z.unknown()),
});

export const list = <S extends z.ZodType>(row: S) => z.strictObject({ count: z.int().min(0), rows: z.array(row) });
