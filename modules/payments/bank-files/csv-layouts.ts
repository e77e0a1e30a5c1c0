export type Role =
  | 'booking'
  | 'value'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'sign'
  | 'currency'
  | 'name'
  | 'iban'
  /** Column of debits in tables with one amount column per side. */
  | 'payeeName'
  | 'payeeIban'
  | 'text'
  | 'endToEnd'
  | 'structured'
  | 'bankReference'
  | 'account'
  | 'status'
  | 'kind'
  | 'batch'
  | 'batchPart';

export type Layout = {
  name: string;
  /** Header names that identify the layout; no earlier layout has all of them. */
  signature: readonly string[];
  /** Header names by role. Several texts are joined in this order. Missing roles are found by name. */
  columns: Partial<Record<Role, readonly string[]>>;
  decimal?: ',' | '.';
  /** The texts contain SEPA tags: `EREF+… SVWZ+…`. */
  hasTags?: true;
  /** One text contains payer, account and purpose behind labels. */
  hasLabels?: true;
  isUnsigned?: true;
};

export const signedHeads: readonly (readonly string[])[] = [
  ['buchungsdatum', 'partnername', 'partneriban', 'betrag', 'buchungsdetails'],
  ['starteddate', 'completeddate', 'description', 'amount', 'fee', 'state', 'balance'],
  ['transferwiseid', 'date', 'amount', 'runningbalance'],
];

export const layouts: readonly Layout[] = [
  {
    name: 'george-business',
    signature: ['enthalteneueberweisungid', 'eigeneiban', 'partnername', 'buchungsdetails'],
    columns: {
      booking: ['buchungsdatum'],
      value: ['valutadatum'],
      name: ['partnername'],
      iban: ['partneriban'],
      text: ['buchungsdetails'],
      structured: ['zahlungsreferenz'],
      endToEnd: ['auftraggeberreferenz'],
      bankReference: ['buchungsreferenz'],
      account: ['eigeneiban'],
      batch: ['sammelueberweisungid'],
      batchPart: ['enthalteneueberweisungid'],
    },
    decimal: ',',
  },
  {
    name: 'sparkasse-at',
    signature: ['umsatzzeile1', 'zusatztext', 'partnername'],
    columns: {
      name: ['partnername'],
      iban: ['partnerkontonriban'],
      text: ['kundendatenzahlungsreferenz', 'umsatzzeile1', 'zusatztext', 'umsatzzeile2'],
      bankReference: ['ersterfassungsreferenz'],
    },
    decimal: ',',
  },
  {
    name: 'arz',
    signature: ['auszugsnummer', 'umsatztext', 'namedespartners', 'kontoverbindungdespartners'],
    columns: {
      name: ['namedespartners'],
      iban: ['kontoverbindungdespartners'],
      text: ['verwendungszweck', 'umsatztext'],
      structured: ['zahlungsreferenz'],
      endToEnd: ['auftraggeberreferenz'],
      account: ['iban'],
      kind: ['buchungstext'],
    },
    decimal: ',',
  },
  {
    name: 'sparkasse-de-camt',
    signature: ['auftragskonto', 'kundenreferenzendtoend', 'beguenstigterzahlungspflichtiger', 'kontonummeriban'],
    columns: {
      name: ['beguenstigterzahlungspflichtiger'],
      iban: ['kontonummeriban'],
      text: ['verwendungszweck'],
      endToEnd: ['kundenreferenzendtoend'],
      account: ['auftragskonto'],
      status: ['info'],
      kind: ['buchungstext'],
    },
    decimal: ',',
  },
  {
    name: 'sparkasse-de-mt940',
    signature: ['auftragskonto', 'beguenstigterzahlungspflichtiger', 'kontonummer', 'blz', 'info'],
    columns: {
      name: ['beguenstigterzahlungspflichtiger'],
      iban: ['kontonummer'],
      text: ['verwendungszweck'],
      account: ['auftragskonto'],
      status: ['info'],
      kind: ['buchungstext'],
    },
    decimal: ',',
    hasTags: true,
  },
  {
    name: 'dkb',
    signature: ['zahlungspflichtiger', 'zahlungsempfaengerin', 'umsatztyp', 'status'],
    columns: {
      booking: ['buchungsdatum'],
      value: ['wertstellung'],
      amount: ['betrag'],
      name: ['zahlungspflichtiger'],
      iban: ['iban'],
      text: ['verwendungszweck'],
      endToEnd: ['kundenreferenz'],
      status: ['status'],
    },
    decimal: ',',
  },
  {
    name: 'n26',
    signature: ['bookingdate', 'partnername', 'partneriban', 'amounteur'],
    columns: {
      booking: ['bookingdate'],
      value: ['valuedate'],
      amount: ['amounteur'],
      name: ['partnername'],
      iban: ['partneriban'],
      text: ['paymentreference'],
      currency: [],
      kind: ['type'],
    },
    decimal: '.',
  },
  {
    name: 'n26-old',
    signature: ['date', 'payee', 'paymentreference', 'amounteur'],
    columns: {
      booking: ['date'],
      amount: ['amounteur'],
      name: ['payee'],
      iban: ['accountnumber'],
      text: ['paymentreference'],
      currency: [],
      kind: ['transactiontype'],
    },
    decimal: '.',
  },
  {
    name: 'volksbank-de',
    signature: ['ibanauftragskonto', 'namezahlungsbeteiligter', 'ibanzahlungsbeteiligter'],
    columns: {
      name: ['namezahlungsbeteiligter'],
      iban: ['ibanzahlungsbeteiligter'],
      text: ['verwendungszweck'],
      account: ['ibanauftragskonto'],
      kind: ['buchungstext'],
    },
    decimal: ',',
    hasTags: true,
  },
  {
    name: 'ing-de',
    signature: ['buchung', 'auftraggeberempfaenger', 'buchungstext', 'verwendungszweck', 'betrag'],
    columns: {
      booking: ['buchung'],
      value: ['wertstellungsdatum', 'valuta'],
      name: ['auftraggeberempfaenger'],
      iban: [],
      text: ['verwendungszweck', 'notiz'],
      kind: ['buchungstext'],
    },
    decimal: ',',
  },
  {
    name: 'deutsche-bank',
    signature: ['buchungstag', 'wert', 'umsatzart', 'beguenstigterauftraggeber', 'ibankontonummer'],
    columns: {
      value: ['wert'],
      amount: ['betrag'],
      debit: ['soll'],
      credit: ['haben'],
      name: ['beguenstigterauftraggeber'],
      iban: ['ibankontonummer'],
      text: ['verwendungszweck'],
      endToEnd: ['kundenreferenz'],
      kind: ['umsatzart'],
    },
    decimal: ',',
  },
  {
    name: 'commerzbank',
    signature: ['buchungstag', 'wertstellung', 'umsatzart', 'buchungstext', 'ibankontoinhaber'],
    columns: {
      value: ['wertstellung'],
      text: ['buchungstext'],
      name: [],
      iban: [],
      account: ['ibankontoinhaber'],
      kind: ['umsatzart'],
    },
    decimal: ',',
  },
  {
    name: 'qonto',
    signature: ['counterpartyname', 'totalamountinclvat'],
    columns: {
      booking: ['settlementdateutc', 'settlementdatelocal', 'settlementdate', 'operationdateutc', 'operationdate'],
      amount: ['totalamountinclvat'],
      name: ['counterpartyname'],
      text: ['reference'],
      bankReference: ['transactionid'],
      status: ['status'],
      currency: ['currency'],
    },
  },
  { name: 'finom', signature: ['walletiban'], columns: { account: ['walletiban'] } },
  { name: 'vivid', signature: ['paymentamount'], columns: { amount: ['paymentamount'] } },
  {
    name: 'hibiscus',
    signature: ['gegenkontoinhaber'],
    columns: {
      booking: ['datum'],
      value: ['valuta'],
      name: ['gegenkontoinhaber'],
      iban: ['gegenkonto'],
      text: ['verwendungszweck', 'verwendungszweck2', 'weitereverwendungszwecke'],
      account: ['konto'],
    },
  },
  {
    name: 'bank-austria',
    signature: ['auftraggebername', 'auftraggeberkonto', 'empfaengername', 'zahlungsgrund'],
    columns: {
      booking: ['buchungsdatum'],
      value: ['valutadatum'],
      amount: ['betrag'],
      currency: ['waehrung'],
      name: ['auftraggebername'],
      iban: ['auftraggeberkonto'],
      payeeName: ['empfaengername'],
      payeeIban: ['empfaengerkonto'],
      text: ['zahlungsgrund', 'buchungstext'],
    },
    decimal: ',',
  },
  {
    name: 'comdirect',
    signature: ['buchungstag', 'wertstellungvaluta', 'vorgang', 'buchungstext', 'umsatzineur'],
    columns: {
      booking: ['buchungstag'],
      value: ['wertstellungvaluta'],
      amount: ['umsatzineur'],
      name: [],
      iban: [],
      text: ['buchungstext'],
      kind: ['vorgang'],
    },
    decimal: ',',
    hasLabels: true,
  },
  {
    name: 'volksbank-de-old',
    signature: ['auftraggeberzahlungsempfaenger', 'empfaengerzahlungspflichtiger', 'vorgangverwendungszweck'],
    columns: {
      booking: ['buchungstag'],
      value: ['valuta'],
      amount: ['umsatz'],
      name: ['empfaengerzahlungspflichtiger'],
      text: ['vorgangverwendungszweck'],
    },
    decimal: ',',
    isUnsigned: true,
  },
];
