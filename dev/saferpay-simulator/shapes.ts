import type { CardView, Transaction } from './books.ts';
import { dateText } from './clock.ts';
import { familyOf, nameOf } from './methods.ts';
import { isAtLeast, tellsCaptureInAssert } from './versions.ts';

export function transactionBody(transaction: Transaction, version: string): Record<string, unknown> {
  const { id, type, status, createdAt, amount, captureId, method, altered } = transaction;
  const orderId = altered?.orderId ?? transaction.orderId;
  const brand = `${nameOf(method)} Saferpay Test`;
  const isCard = familyOf(method) === 'card';
  return {
    Transaction: {
      Type: type,
      Status: status,
      Id: id,
      ...(captureId && status === 'CAPTURED' && tellsCaptureInAssert(version) ? { CaptureId: captureId } : {}),
      Date: dateText(createdAt),
      Amount: {
        Value: String(altered?.value ?? amount.value),
        CurrencyCode: altered?.currency ?? amount.currency,
      },
      ...(orderId ? { OrderId: orderId } : {}),
      AcquirerName: brand,
      AcquirerReference: transaction.acquirerReference,
      SixTransactionReference: `0:0:3:${id}`,
      ...(isCard ? { ApprovalCode: transaction.approvalCode } : {}),
      IssuerReference: null,
    },
    PaymentMeans: meansOf(transaction, brand),
    ...(type === 'PAYMENT' ? { Payer: { IpAddress: transaction.payerIp ?? '127.0.0.1', IpLocation: 'AT' } } : {}),
    ...liabilityOf(transaction, version),
  };
}

function meansOf({ method, wallet, card, iban }: Transaction, brand: string) {
  return {
    Brand: { PaymentMethod: method, Name: brand },
    DisplayText: card ? `xxxx xxxx xxxx ${card.last4}` : (iban ?? nameOf(method)),
    ...(wallet ? { Wallet: wallet } : {}),
    ...(card ? { Card: cardOf(card) } : {}),
    ...(iban ? { BankAccount: { IBAN: iban, HolderName: null, BIC: null, CountryCode: iban.slice(0, 2) } } : {}),
  };
}

const cardOf = (card: CardView) => ({
  MaskedNumber: card.masked,
  ExpYear: card.expYear,
  ExpMonth: card.expMonth,
  HolderName: card.holder,
  CountryCode: 'AT',
});

function liabilityOf({ liability, xid, type }: Transaction, version: string): Record<string, unknown> {
  if (!liability || type === 'REFUND') return {};
  const isNewer = isAtLeast(version, '1.22');
  const entity = liability.shift ? ['THREEDS', 'ThreeDs'] : ['MERCHANT', 'Merchant'];
  return {
    Liability: {
      LiabilityShift: liability.shift,
      LiableEntity: isNewer ? entity[0] : entity[1],
      ThreeDs: {
        Authenticated: liability.authenticated,
        Xid: xid,
        Version: '2',
        AuthenticationType: liability.kind,
      },
      ...(isNewer ? { InPsd2Scope: 'YES' } : {}),
    },
  };
}
