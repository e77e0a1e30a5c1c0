import type { Role } from './csv-layouts.ts';

/** Usual column names for unknown layouts, most specific first, compared by `headName`. */
export const usualNames: Readonly<Record<Role, readonly RegExp[]>> = {
  booking: [
    /^(buchungstag|buchungsdatum|buchung|bookingdate|completeddate|postingdate|transactiondate)$/,
    /^(datum|date(?!i)|tag$)/,
    /^valuta/,
    /^wert/,
  ],
  value: [/^(valutadatum|valuta|wertstellung|wertstellungsdatum|wert|valuedate)/],
  debit: [
    sideName('soll|belastung(en)?|lastschrift(en)?|debits?|ausgang|ausgaben?|abgang|auszahlung(en)?|withdrawals?'),
  ],
  credit: [sideName('haben|gutschrift(en)?|credits?|eingang|einnahmen?|zugang|einzahlung(en)?|deposits?')],
  amount: [
    /^(?!.*(ursprung|original|saldo|balance|fee|gebuehr|soll|haben|debit|credit))(betrag|umsatz(?!art|text|typ|zeit|zeile)|amount|(transaction|payment|booking)amount|(zahlungs|buchungs|transaktions)betrag)/,
  ],
  // Columns of a sign are found by content and by these names.
  sign: [
    /^(sh|hs|dc|cd|crdr|drcr|sollhaben|habensoll|debitcredit|creditdebit|lastschriftgutschrift|gutschriftlastschrift|eingangausgang|einausgang)(kz|kennz|kennzeichen|kennung|ind|indicator|mark|flag|code|type|typ)?$/,
    /^(cdtdbtind(icator)?|vorzeichen|vz|sign|plusminus|richtung|direction|buchungskennzeichen|inout)$/,
  ],
  currency: [/^(waehrung|currency|buchungswaehrung)$/],
  name: [
    /^(partnername|namezahlungsbeteiligter|counterpartyname|counterparty|payername|payee|gegenkontoinhaber)$/,
    /^(auftraggeber(empfaenger|in|name)?|zahlungspflichtige.*|zahlungsempfaenger.*|beguenstigter.*|name.*partner.*|partner)$/,
    /^(empfaenger|name)/,
  ],
  iban: [
    /^(partneriban|ibanzahlungsbeteiligter|gegenkontoiban|counterpartyiban|kontonummeriban)$/,
    /^iban$/,
    /iban/,
    /^(kontonummer|auftraggeberkonto|gegenkonto)$/,
  ],
  payeeName: [],
  payeeIban: [],
  text: [
    /^((verwendungszweck|zahlungsreferenz|paymentreference|umsatztext|buchungsdetails|buchungstext)|(zahlungsgrund|zahlungszweck|avisierungstext|reference|referenz|remittance.*|text|beschreibung|description|details|memo|betreff)$)/,
  ],
  endToEnd: [/^(endtoend.*|e2e.*|kundenreferenz.*)$/],
  structured: [],
  bankReference: [/^(buchungsreferenz|transactionid|referencenumber)$/],
  account: [/^(eigeneiban|auftragskonto|ibanauftragskonto|ibankontoinhaber|walletiban|owniban)$/],
  status: [/^(status|info|state|buchungsstatus)$/],
  kind: [/^(umsatzart|umsatztyp|buchungsart|zahlungsart|transaktionstyp|transactiontype|vorgang|art|typ|type)$/],
  batch: [],
  batchPart: [],
};

/** Name of one of two amount columns: `Soll`, `Betrag Soll`, `Lastschrift in EUR`, `Paid out`. */
function sideName(names: string): RegExp {
  const both = names.startsWith('soll') ? `${names}|paidout|moneyout|out` : `${names}|paidin|moneyin|in`;
  return new RegExp(`^(betrag|umsatz|amount)?(im|in)?(${both})(s?betrag|s?umsatz|amount)?(in)?(eur|euro|chf)?$`);
}

export const balanceName = /^(saldo|balance|kontostand|runningbalance|zwischensumme)/;

const otherNames = [
  /^(saldo|balance|kontostand|runningbalance|bic|swift|blz|bankleitzahl|glaeubiger|creditor|mandat|kategorie|category|internenotiz|bemerkung|gekennzeichnet|fremdegebuehren|gebuehr|fee|entgelt|wechselkurs|exchange|original|ursprung|auszug|kontoauszug|beleg|primanota|buchungszeit|uhrzeit|umsatzzeit|durchfuehrung|accountname|kontoname|bezeichnung|anzahlder|abweichend|sammlerreferenz|auslagenersatz|lastschriftursprung|laufendenummer|lfdnr|steuer|mwst|vatamount|vatrate|geschaeftsvorfall|textschluessel|namedesultimate|zwischensumme|ersterfassung|zeitstempel|timestamp|unterkategorie|bargeldabhebung|attachment|merchant|cardlastfour|cardholder|totalfees|payeename|payeeaccount|transferwiseid)/,
  /^(notiz|notes?|id|nr|no|time|zeit|tags|labels?|land|country|kurs|bank|bankname|gvc|produkt|product|konto|kontonummer|accountnumber|karteneinsatz|starteddate)$/,
  /(bic|blz|bankleitzahl|partnerkontonummer|kontonr|waehrung|currency)$/,
];

export const isOtherName = (name: string): boolean => otherNames.some((pattern) => pattern.test(name));
