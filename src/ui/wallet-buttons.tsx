import type { ReactElement } from 'react';
import { ButtonLink } from './button.tsx';

/** Addresses; null where a wallet is not set up. */
export type WalletLinks = { apple: string | null; google: string | null };

/** `of`: whose ticket it is, read out where several stand on one page. */
export function WalletButtons({
  links,
  texts,
}: {
  links: WalletLinks | undefined;
  texts: { apple: string; google: string; of?: string };
}): ReactElement | null {
  if (!links?.apple && !links?.google) return null;
  const spoken = texts.of ? <span className="visually-hidden"> {texts.of}</span> : null;
  return (
    <div className="row wallet-buttons">
      {links.apple ? (
        <ButtonLink look="quiet" href={links.apple}>
          {texts.apple}
          {spoken}
        </ButtonLink>
      ) : null}
      {links.google ? (
        <ButtonLink look="quiet" href={links.google} rel="noreferrer">
          {texts.google}
          {spoken}
        </ButtonLink>
      ) : null}
    </div>
  );
}
