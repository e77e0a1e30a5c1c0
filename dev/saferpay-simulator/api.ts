import { setTimeout } from 'node:timers/promises';
import { accountOf, type SimulatedAccount, terminalOf } from './accounts.ts';
import type { Core } from './core.ts';
import { ApiRefusal, type Echo, echoOfNothing, errorBody, refuseApi, responseHeader } from './errors.ts';
import { nameOf } from './methods.ts';
import type { ApiFault } from './misbehaviour.ts';
import { assertPayment, initialize } from './payments.ts';
import { assertCapture, assertRefund, cancel, capture, closeBatch, inquire, refund } from './transactions.ts';
import { type InputOf, type Operation, operations, refuseDetails, requiredDetail, validated } from './validation.ts';
import { isKnownVersion } from './versions.ts';

/** A broken connection; the server destroys the socket. */
export class ConnectionDropped extends TypeError {
  override name = 'ConnectionDropped';
}

export type Call = {
  operation: string;
  requestId: string;
  retryIndicator: number | null;
  /** null: no response. */
  status: number | null;
  errorName: string | null;
};

/** The maximum of a timer. */
const longestWaitMs = 2 ** 31 - 1;
const longestBody = 256 * 1024;
const json = 'application/json; charset=utf-8';

type Run<O extends Operation> = (
  core: Core,
  account: SimulatedAccount,
  requested: InputOf<O>,
) => Record<string, unknown>;
const runs: { [O in Operation]: Run<O> } = {
  'PaymentPage/Initialize': initialize,
  'PaymentPage/Assert': assertPayment,
  'Transaction/Capture': capture,
  'Transaction/Cancel': cancel,
  'Transaction/Refund': refund,
  'Transaction/AssertCapture': assertCapture,
  'Transaction/AssertRefund': assertRefund,
  'Transaction/Inquire': inquire,
  'Batch/Close': closeBatch,
};

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
const answerJson = (body: Record<string, unknown>, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': json, 'cache-control': 'no-store' } });

/** `path` follows `/api`. @throws ConnectionDropped by order */
export async function answerApi(core: Core, request: Request, path: string, calls: Call[]): Promise<Response> {
  const text = request.method === 'POST' ? await request.text() : '';
  const name = path.replace(/^\/Payment\/v1\//, '');
  const operation = operations.find((each) => each === name) ?? null;
  const { echo, retryIndicator } = headerOf(text);
  const call: Call = { operation: name, requestId: echo.requestId, retryIndicator, status: null, errorName: null };
  calls.push(call);
  if (calls.length > 10_000) calls.shift();
  const fault = core.misbehaviour.nextFault(operation);
  if (fault && fault.when !== 'after') await misbehave(fault, request, echo, call);
  const made = fault && fault.when !== 'after' ? faultAnswer(fault, echo) : null;
  let answer = made ?? run(core, request, path, operation, text, echo, call);
  await core.books.save();
  if (fault?.when === 'after') {
    await misbehave(fault, request, echo, call);
    answer = faultAnswer(fault, echo) ?? answer;
  }
  call.status = answer.status;
  return answer;
}

function run(
  core: Core,
  request: Request,
  path: string,
  operation: Operation | null,
  text: string,
  echo: Echo,
  call: Call,
): Response {
  try {
    const account = accountOf(core.accounts, request.headers.get('authorization'));
    if (!account)
      throw new ApiRefusal('AUTHENTICATION_FAILED', 'Unable to authenticate request', {
        ErrorDetail: ['Invalid credentials'],
      });
    // The front web server answers these two, without the interface's body.
    if (!acceptsJson(request.headers.get('accept'))) return plain(406, 'Not Acceptable');
    const terminal = /^\/rest\/customers\/(\d+)\/terminals\/(\d+)$/.exec(path);
    if (terminal) return terminalAnswer(account, request, terminal[1] ?? '', terminal[2] ?? '');
    if (!operation) return plain(404, 'Not Found');
    if (request.method !== 'POST') return plain(405, 'Method Not Allowed');
    if (!isJson(request.headers.get('content-type'))) return plain(415, 'Unsupported Media Type');
    if (text.length > longestBody) return plain(413, 'Content Too Large');
    const requested = validated(operation, parsed(text));
    if (requested.RequestHeader.CustomerId !== account.customerId)
      refuseApi('PERMISSION_DENIED', 'The customer does not belong to the user');
    return answerJson({ ResponseHeader: responseHeader(echo), ...answerTo(operation, core, account, requested) });
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    call.errorName = error.errorName;
    return answerJson(errorBody(error, echo), error.status);
  }
}

/** Ties the request type to the operation. */
const answerTo = <O extends Operation>(operation: O, ...given: Parameters<Run<O>>) => runs[operation](...given);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseDetails(['Request: The body is not valid JSON.']);
  }
}

const acceptsJson = (accept: string | null): boolean => /(^|[,\s])application\/(json|\*)/i.test(accept ?? '');
const isJson = (type: string | null): boolean =>
  /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type?.trim() ?? '');

/** The header to echo, of a request that may be invalid. */
function headerOf(text: string): { echo: Echo; retryIndicator: number | null } {
  try {
    const header = (JSON.parse(text) as { RequestHeader?: Record<string, unknown> }).RequestHeader ?? {};
    const { SpecVersion: version, RequestId: requestId, RetryIndicator: retry } = header;
    return {
      echo: {
        version: typeof version === 'string' && isKnownVersion(version) ? version : echoOfNothing.version,
        requestId: typeof requestId === 'string' ? requestId.slice(0, 50) : '',
      },
      retryIndicator: typeof retry === 'number' ? retry : null,
    };
  } catch {
    return { echo: echoOfNothing, retryIndicator: null };
  }
}

function terminalAnswer(account: SimulatedAccount, request: Request, customerId: string, terminalId: string): Response {
  if (request.method !== 'GET') return plain(405, 'Method Not Allowed');
  const version = request.headers.get('saferpay-apiversion') ?? '';
  const requestId = request.headers.get('saferpay-requestid') ?? '';
  if (!isKnownVersion(version)) refuseDetails([requiredDetail('Saferpay-ApiVersion')]);
  if (!requestId) refuseDetails([requiredDetail('Saferpay-RequestId')]);
  const terminal = customerId === account.customerId ? terminalOf(account, terminalId) : null;
  if (!terminal) return refuseApi('PERMISSION_DENIED', 'The terminal does not belong to the customer');
  return answerJson({
    CustomerId: account.customerId,
    TerminalId: terminal.terminalId,
    Type: 'ECOMMERCE',
    Description: 'Simulated terminal',
    PaymentMethods: terminal.methods.map((method) => ({
      PaymentMethod: method,
      Name: nameOf(method),
      Currencies: terminal.currencies,
    })),
    Wallets: terminal.wallets.map((wallet) => ({ WalletName: wallet, Name: nameOf(wallet) })),
  });
}

/** @throws ConnectionDropped */
async function misbehave(fault: ApiFault, request: Request, echo: Echo, call: Call): Promise<void> {
  if (fault.kind === 'close') throw new ConnectionDropped(`connection dropped (${call.operation} ${echo.requestId})`);
  if (fault.kind === 'hang') await waited(longestWaitMs, request.signal);
  if (fault.kind === 'delay') await waited(fault.ms, request.signal);
}

function faultAnswer(fault: ApiFault, echo: Echo): Response | null {
  if (fault.kind === 'error500') return plain(500, 'Internal Server Error');
  if (fault.kind === 'html403')
    return new Response('<html><body><h1>403 Forbidden</h1></body></html>', {
      status: 403,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  if (fault.kind !== 'error') return null;
  const { errorName, status, behavior, message = errorName } = fault;
  const refusal = new ApiRefusal(errorName, message, {}, { status, behavior });
  return answerJson(errorBody(refusal, echo), refusal.status);
}

/** @throws ConnectionDropped when the caller gives up meanwhile */
const waited = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => {
    throw new ConnectionDropped('the caller gave up');
  });
