import { errorLine } from '#src/runtime/describe-error.ts';
import { serverCodes, serverWords } from './server-words.ts';

const orLocally = ', or for a server on this very machine add ?tls=off to SMTP_URL';

/**
 * `server`: says nothing about this mail, so all mails wait until the server accepts one, and no attempt is counted. `unsure`:
 * the connection broke while this mail was sent; the mail may be the cause. `mail`: concerns this mail only.
 */
const failures = {
  unset: { of: 'server', sentence: 'no SMTP_URL is set: set it to smtp://user:password@host:587 of your mail server' },
  noConnection: { of: 'server', sentence: 'nobody listens there: look at SMTP_URL and whether the mail server runs' },
  unknownHost: { of: 'server', sentence: 'the name is not found: look at the host of SMTP_URL and at the name server' },
  timeout: {
    of: 'server',
    sentence: 'it does not answer in time: look at the port of SMTP_URL, the firewall and the mail server',
  },
  selfSigned: {
    of: 'server',
    sentence: `its certificate is signed by nobody whom this machine trusts: give it another one${orLocally}`,
  },
  expired: { of: 'server', sentence: `its certificate is not valid today: renew it, set the clock${orLocally}` },
  otherName: {
    of: 'server',
    sentence: `its certificate is for another name: write the name that the certificate has into SMTP_URL${orLocally}`,
  },
  tls: {
    of: 'server',
    sentence: 'no encrypted connection comes about: smtps:// is for port 465, smtp:// for 587 and 25',
  },
  noStartTls: {
    of: 'server',
    sentence: 'it offers no STARTTLS, which ?tls=required asks for: switch it on there, or leave ?tls=required away',
  },
  login: { of: 'server', sentence: 'it refuses the login: look at the user and the password in SMTP_URL' },
  sender: { of: 'server', sentence: 'it refuses the sender: set MAIL_FROM to an address that it lets you send from' },
  greeting: {
    of: 'server',
    sentence: 'it greets with a refusal, or speaks no SMTP: look at SMTP_URL and whether it lets this machine in',
  },
  closed: { of: 'server', sentence: 'it closed the connection before it took a mail: look at its log' },
  lost: {
    of: 'unsure',
    sentence: 'the connection was lost while the mail was handed over: look at the log of the mail server',
  },
  recipient: { of: 'mail', sentence: 'it refuses the recipient' },
  content: { of: 'mail', sentence: 'it refuses the content of the mail' },
  late: { of: 'mail', sentence: 'it was too late: what the mail said was not valid any more' },
  unmade: { of: 'mail', sentence: 'the mail could not be made: look at the log' },
} as const satisfies Record<string, { of: 'server' | 'unsure' | 'mail'; sentence: string }>;

export type MailFailure = keyof typeof failures;
export const mailFailures = Object.keys(failures) as MailFailure[];
/** After these the mail waits for the server. */
export const serverFailures = mailFailures.filter((failure) => failures[failure].of === 'server');
/** Other mails would probably fail too, so none is sent for a moment. */
export const isDown = (failure: MailFailure): boolean => failures[failure].of !== 'mail';
export const isServerFailure = (failure: MailFailure): boolean => failures[failure].of === 'server';
/** In English, for the log and `doctor`. */
export const failureSentence = (failure: MailFailure): string => failures[failure].sentence;

/** Fields of a log line, with the codes of the server's answer. */
export const failureFields = (failure: MailFailure, reason: string) => ({
  failure,
  why: failureSentence(failure),
  ...(/^\d{3}\b/.test(reason) ? { reason: serverCodes(reason) } : {}),
});

/** The library's error; `originalCode` is the system's. */
export type SmtpError = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
};

const byCode: Readonly<Record<string, MailFailure>> = {
  EDNS: 'unknownHost',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  ETIMEDOUT: 'timeout',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'selfSigned',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'selfSigned',
  UNABLE_TO_GET_ISSUER_CERT: 'selfSigned',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'selfSigned',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
  EAUTH: 'login',
  ENOAUTH: 'login',
  EPROTOCOL: 'greeting',
  ECONNREFUSED: 'noConnection',
  EHOSTUNREACH: 'noConnection',
  ENETUNREACH: 'noConnection',
};

/** Answers about a missing or refused login. */
const aboutLogin = [530, 534, 535, 538];
/** Message too large, answered as soon as its size is known. */
const tooLarge = 552;

/** @param isBegun the server had our login already, and this mail was being handed over */
export function failureOf(error: SmtpError, isBegun: boolean): MailFailure {
  const { code = '', originalCode = '', command = '', responseCode } = error;
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (aboutLogin.includes(responseCode ?? 0)) return 'login';
    if (command === 'MAIL FROM' && responseCode !== tooLarge) return 'sender';
    return command === 'RCPT TO' ? 'recipient' : 'content';
  }
  if (isBegun) return 'lost';
  if (command === 'STARTTLS' && error.response !== undefined) return 'noStartTls';
  const found = byCode[originalCode] ?? byCode[code];
  if (found) return found;
  return code === 'ETLS' || /SSL|TLS|EPROTO/.test(originalCode) ? 'tls' : 'closed';
}

/** The server's answer without quotes of the mail (`values`); without an answer, the failure's sentence. */
export function reasonOf(error: SmtpError, failure: MailFailure, values: readonly string[]): string {
  if (error.response) return serverWords(error.response, values);
  const { originalCode } = error;
  return `${failureSentence(failure)} (${originalCode ?? errorLine(error)})`;
}
