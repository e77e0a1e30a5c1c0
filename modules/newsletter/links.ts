import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { questionDays } from './rules/consent.ts';
import type { Consent } from './schema.ts';

const confirmPath = (id: number): string => `/newsletter/${id}/confirm`;
const withdrawPath = (id: number): string => `/newsletter/${id}/withdraw`;
const purpose = 'newsletter-withdraw';
type Linking = Pick<Deps, 'signer' | 'config'>;
type Linked = Pick<Consent, 'id' | 'email'>;
const signedText = ({ id, email }: Linked): string => `${confirmPath(id)}#${email}`;
const macText = ({ id, email }: Linked): string => `${id}|${email}`;

export function confirmLink({ signer, config }: Linking, consent: Linked, askedAt: Instant): string {
  const text = signedText(consent);
  const query = signer.signPath(text, plus(askedAt, days(questionDays))).slice(text.length);
  return `${config.publicUrl}${confirmPath(consent.id)}${query}`;
}

export const opensConfirm = ({ signer }: Pick<Deps, 'signer'>, consent: Linked, query: URLSearchParams, now: Instant) =>
  signer.isSigned(signedText(consent), query, now);

export const withdrawLink = ({ signer, config }: Linking, consent: Linked): string =>
  `${config.publicUrl}${withdrawPath(consent.id)}?signature=${signer.mac(purpose, macText(consent))}`;

export const opensWithdraw = ({ signer }: Pick<Deps, 'signer'>, consent: Linked, query: URLSearchParams): boolean =>
  signer.verify(purpose, macText(consent), query.get('signature') ?? '');
