/**
 * A host name as DNS and `Host` write it: small letters, `münchen.example` as `xn--mnchen-3ya.example`. null for what is
 * none that people could type: numbers of networks, names without a dot, addresses with anything else in them.
 */
export function hostNameOf(typed: string): string | null {
  const text = typed.trim().replace(/\.$/, '');
  if (text === '' || /[\s/\\?#@:%[\]]/u.test(text)) return null;
  const host = URL.parse(`https://${text}`)?.hostname ?? '';
  const labels = host.split('.');
  const areLabels = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (host.length > 253 || labels.length < 2 || !areLabels) return null;
  // The last part of a name has letters; of a network's number it has none.
  return /[a-z]/.test(labels.at(-1) ?? '') ? host : null;
}

/** The name in a `Host` header, without its port. */
export const hostNameIn = (header: string): string => header.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
