import { orderOf } from '#modules/orders/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import type { WalletLinks } from '#src/ui/wallet-buttons.tsx';
import { type Ticket, ticketAddresses, ticketsOf } from '../ticket.ts';
import { googleSaveLink } from './google-link.ts';

type WalletDeps = Pick<Deps, 'config' | 'signer' | 'clock' | 'read'>;

/** Links to the configured wallets; none for an invalid ticket. */
export async function walletsOf(
  { config, signer, clock }: Omit<WalletDeps, 'read'>,
  ticket: Ticket,
  locale: Locale,
): Promise<WalletLinks> {
  const { appleWallet, googleWallet, publicUrl } = config;
  if (!ticket.isValid) return { apple: null, google: null };
  return {
    apple: appleWallet ? ticketAddresses(signer, ticket).applePass : null,
    google: googleWallet ? await googleSaveLink(googleWallet, ticket, { locale, publicUrl, now: clock() }) : null,
  };
}

/** Wallet links per participant. */
export async function walletsOfOrder(
  deps: WalletDeps,
  orderId: number,
  locale: Locale,
): Promise<Map<number, WalletLinks>> {
  const links = new Map<number, WalletLinks>();
  if (!deps.config.appleWallet && !deps.config.googleWallet) return links;
  const order = await orderOf(deps.read, orderId);
  for (const ticket of order ? ticketsOf(order, deps.signer) : []) {
    links.set(ticket.participant.id, await walletsOf(deps, ticket, locale));
  }
  return links;
}
