import type { ReactElement } from 'react';
import { ButtonLink } from './button.tsx';

/** null when a wallet is not configured. */
export type WalletLinks = { apple: string | null; google: string | null };

/** `of`: the ticket's owner, read out when there are several. */
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
