import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Clock, toIso } from '#src/kernel/time.ts';
import {
  type Command,
  commands,
  type EventSetup,
  eventSchema,
  hookSchema,
  type Keep,
  type Participant,
  participantSchema,
  type Settings,
  type SimulatedEvent,
  settingsSchema,
} from './books.ts';
import { CommandRefused, run } from './commands.ts';
import { type Fault, faultSchema, Misbehaviour, ratesSchema } from './misbehaviour.ts';
import { inspectionPage, stylePath, styleSheet } from './page.tsx';

/** The simulator's control over HTTP, for tests of another process. */
type Order = (simulator: RaceResultSimulator, body: unknown) => unknown;
const order =
  <T>(schema: z.ZodType<T>, run: (simulator: RaceResultSimulator, body: T) => unknown): Order =>
  (simulator, body) =>
    run(simulator, schema.parse(body));

const orders: Readonly<Record<string, Order>> = {
  events: order(eventSchema, (simulator, event) => void simulator.addEvent(event)),
  failures: order(z.object({ failures: z.array(faultSchema) }), (simulator, { failures }) => {
    for (const failure of failures) simulator.misbehaviour.failNext(failure);
  }),
  rates: order(ratesSchema, (simulator, rates) => simulator.misbehaviour.setRates(rates)),
  reset: order(z.object({}), (simulator) => simulator.misbehaviour.reset()),
  settings: order(settingsSchema.partial(), (simulator, settings) => Object.assign(simulator.settings, settings)),
  hooks: order(z.object({ eventId: z.string(), hooks: z.array(hookSchema) }), (simulator, { eventId, hooks }) => {
    const event = simulator.event(eventId);
    if (event) event.hooks = hooks;
  }),
  change: order(z.object({ eventId: z.string(), pid: z.int(), values: participantSchema }), (simulator, body) =>
    simulator.change(body.eventId, body.pid, body.values),
  ),
  settled: order(z.object({}), (simulator) => simulator.settled()),
};

const views: Readonly<Record<string, (simulator: RaceResultSimulator) => unknown>> = {
  events: (simulator) => simulator.events(),
  calls: (simulator) => simulator.calls,
  settings: (simulator) => simulator.settings,
};

/** `GET /_sim/VIEW`, `POST /_sim/ORDER`; 400 with a sentence for invalid input. */
export async function answerControl(simulator: RaceResultSimulator, request: Request, name: string): Promise<Response> {
  const view = request.method === 'GET' ? views[name] : undefined;
  const run = request.method === 'POST' ? orders[name] : undefined;
  if (view) return Response.json(view(simulator));
  if (!run) return Response.json({ error: `nothing called ${name}` }, { status: 404 });
  try {
    const text = await request.text();
    return Response.json((await run(simulator, text === '' ? {} : JSON.parse(text))) ?? {});
  } catch (error) {
    const sentence = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    return Response.json({ error: sentence }, { status: 400 });
  }
}

/** A broken connection, as fetch reports it. */
export class ConnectionDropped extends TypeError {}

export type SimulatorOptions = {
  baseUrl: string;
  clock: Clock;
  events?: readonly EventSetup[];
  fetch?(url: string, init: RequestInit): Promise<Response>;
  settings?: Partial<Settings>;
  /** Serves `/_sim/…` besides its page. */
  control?: boolean;
  keep?: Keep;
};

export type SimulatedCall = {
  at: string;
  eventId: string;
  command: string;
  bib: string;
  status: number;
  body: unknown;
};
const maxCalls = 20_000;

export type RaceResultSimulator = ReturnType<typeof makeRaceResultSimulator>;

export function makeRaceResultSimulator(options: SimulatorOptions) {
  const { baseUrl, clock, control = true, keep } = options;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const settings: Settings = { limitMs: 1000, cacheMs: 0, ...options.settings };
  const misbehaviour = new Misbehaviour();
  const events = new Map<string, SimulatedEvent>();
  const calls: SimulatedCall[] = [];
  const lastCall = new Map<string, number>();
  const cached = new Map<string, { at: number; text: string }>();
  const sessions = new Set<string>();
  const deliveries = new Set<Promise<void>>();
  for (const setup of options.events ?? []) addEvent(setup);
  const loaded = keep?.load().then((text) => {
    if (text) for (const event of z.array(eventSchema).parse(JSON.parse(text))) events.set(event.id, event);
  });

  function addEvent(setup: EventSetup): SimulatedEvent {
    const event = eventSchema.parse(setup);
    events.set(event.id, event);
    return event;
  }

  async function answer(request: Request, remote = 'local'): Promise<Response> {
    await loaded;
    const url = new URL(request.url);
    const path = url.pathname.slice(prefix.length);
    if (path === `/_sim/${stylePath}`)
      return new Response(styleSheet, {
        headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=31536000, immutable' },
      });
    if (path === '/_sim/' && request.method === 'GET')
      return inspectionPage({
        prefix,
        events: [...events.values()],
        calls,
        accepts: request.headers.get('accept-language') ?? '',
      });
    if (path.startsWith('/_sim/'))
      return control ? answerControl(self, request, path.slice('/_sim/'.length)) : new Response(null, { status: 404 });
    if (path.startsWith('/api/public/')) return answerLogin(request, path.slice('/api/public/'.length));
    const [, first = '', ...rest] = path.split('/');
    const isSession = first.startsWith('_');
    const event = events.get(isSession ? first.slice(1) : first);
    if (!event) return said(404, 'event not found');
    const command = isSession ? rest.slice(1).join('/') : entryOf(event, rest.join('/'));
    if (command === null) return said(404, 'not found');
    if (command === 'disabled') return said(403, 'disabled');
    if (isSession && !sessions.has((request.headers.get('authorization') ?? '').replace(/^Bearer /, '')))
      return said(401, 'not logged in');
    if (!isCommand(command)) return said(404, 'command not found');
    return answerCall(event, command, request, url, `${remote}|${path}`);
  }

  async function answerCall(event: SimulatedEvent, command: Command, request: Request, url: URL, caller: string) {
    const text = await request.text();
    const body: unknown = text === '' ? undefined : parsed(text);
    const note = (status: number) => {
      calls.push({
        at: toIso(clock()),
        eventId: event.id,
        command,
        bib: url.searchParams.get('bib') ?? '',
        status,
        body,
      });
      if (calls.length > maxCalls) calls.splice(0, calls.length - maxCalls);
    };
    const now = clock();
    if (settings.limitMs > 0 && now - (lastCall.get(caller) ?? Number.NEGATIVE_INFINITY) < settings.limitMs) {
      note(406);
      return said(406, 'too many requests');
    }
    lastCall.set(caller, now);
    const fault = misbehaviour.next(command);
    if (fault?.when === 'before') await pause(fault.delayMs);
    if (fault?.when === 'before' && fault.kind !== 'delay') return spoil(fault, note);
    const key = `${caller}|${url.search}`;
    const kept = command === 'data/list' ? cached.get(key) : undefined;
    if (kept && now - kept.at < settings.cacheMs) {
      note(200);
      return new Response(kept.text, { headers: { 'content-type': 'application/json; charset=utf-8' } });
    }
    try {
      const { value, changed, isNew } = run(event, command, url.searchParams, body);
      if (changed.length > 0) await save();
      for (const participant of changed) deliver(event, participant, isNew);
      if (fault?.when === 'after') await pause(fault.delayMs);
      if (fault && fault.kind !== 'delay') return spoil(fault, note);
      note(200);
      const answered = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
      if (command === 'data/list') cached.set(key, { at: now, text: answered });
      return new Response(answered, { headers: { 'content-type': 'application/json; charset=utf-8' } });
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      note(error.status);
      return said(error.status, error.message);
    }
  }

  function spoil(fault: Fault, note: (status: number) => void): Response {
    note(fault.kind === 'status' ? fault.status : fault.kind === 'garbage' ? 200 : 0);
    if (fault.kind === 'drop') throw new ConnectionDropped('the connection broke');
    return fault.kind === 'garbage' ? new Response('<html>maintenance</html>') : said(fault.status, fault.error);
  }

  async function answerLogin(request: Request, command: string): Promise<Response> {
    if (command === 'login' && request.method === 'POST') {
      const form = new URLSearchParams(await request.text());
      if (!form.get('apikey') && !(form.get('user') && form.get('pw'))) return said(401, 'login failed');
      const session = createHash('sha256').update(`${sessions.size}|${form}`).digest('hex').slice(0, 24);
      sessions.add(session);
      return new Response(session);
    }
    if (command === 'logout') {
      sessions.delete((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''));
      return new Response('');
    }
    if (command === 'eventlist')
      return Response.json(
        [...events.values()].map(({ id, participants }) => ({
          ID: id,
          EventName: id,
          Participants: participants.length,
        })),
      );
    return said(404, 'command not found');
  }

  /** Delivered a moment later and not retried, like the original. */
  function deliver(event: SimulatedEvent, participant: Participant, isNew: boolean): void {
    for (const hook of event.hooks) {
      if (hook.type !== (isNew ? 0 : 1)) continue;
      const Values = Object.fromEntries(hook.fields.map((field) => [field, participant[field] ?? '']));
      const message = { EventID: event.id, WebHookID: hook.id, TimeStamp: toIso(clock()), Values };
      const sent = Promise.resolve()
        .then(() =>
          (options.fetch ?? globalThis.fetch)(hook.url, {
            method: 'POST',
            headers: { 'content-type': 'application/json; charset=utf-8' },
            body: JSON.stringify(message),
          }),
        )
        .then(
          () => {},
          () => {},
        );
      deliveries.add(sent);
      void sent.finally(() => deliveries.delete(sent));
    }
  }

  async function save(): Promise<void> {
    await keep?.save(JSON.stringify([...events.values()]));
  }

  const self = {
    fetch: answer,
    settings,
    misbehaviour,
    calls,
    addEvent,
    event: (id: string) => events.get(id),
    events: () => [...events.values()],
    participants: (id: string): Participant[] => events.get(id)?.participants ?? [],
    /** A change by the timing staff, which triggers web hooks. */
    async change(eventId: string, pid: number, values: Participant): Promise<void> {
      const event = events.get(eventId);
      const participant = event?.participants.find(({ ID }) => ID === pid);
      if (!event || !participant) throw new Error('nobody has that number');
      Object.assign(participant, values);
      await save();
      deliver(event, participant, false);
    },
    /** All web hooks have arrived. */
    async settled(): Promise<void> {
      while (deliveries.size > 0) await Promise.all(deliveries);
    },
  };
  return self;
}

const pause = (ms: number): Promise<void> | undefined =>
  ms > 0 ? new Promise((resume) => setTimeout(resume, ms)) : undefined;

const isCommand = (text: string): text is Command => commands.some((command) => command === text);
const said = (status: number, error: string): Response => Response.json({ Error: error }, { status });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const entryOf = (event: SimulatedEvent, key: string): string | null => {
  const entry = event.entries.find((one) => one.key === key);
  return entry ? (entry.disabled ? 'disabled' : entry.command) : null;
};
