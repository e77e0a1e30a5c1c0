import type { Config } from '#src/config/config.ts';

/** Missing settings of a public site, with what visitors see instead. */
export function siteDoubts({ publicUrl, imprint, mailFrom }: Pick<Config, 'publicUrl' | 'imprint' | 'mailFrom'>) {
  return [
    ...(imprint.length > 0 ? [] : ['IMPRINT is not set: the legal notice says only "Startblock"']),
    ...(isLocal(mailFrom.address.split('@')[1])
      ? [`MAIL_FROM is not set: mails come from ${mailFrom.address}, and visitors are told to write there`]
      : []),
    ...(isLocal(new URL(publicUrl).hostname)
      ? [`PUBLIC_URL is ${publicUrl}: links in mails lead to the machine of their readers`]
      : []),
  ];
}

const isLocal = (host = '') => /^(localhost|127\.[\d.]+|\[::1\])$|\.localhost$/.test(host);
