/** A real S3 server (s3rver) on loopback. It knows one key; signatures are checked here. */
import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export type BucketServer = {
  env: Record<string, string>;
  /** Requests so far, such as `PUT /shop/pictures/…`. */
  asked: string[];
  /** A fault, until it is null again. */
  illness: 'refuses' | 'hangs' | null;
  /** Stops it without deleting data; `start` restarts it at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
};

/** s3rver's fixed key id. */
const key = { id: 'S3RVER', secret: 'a-secret/of+the-bucket', region: 'eu-central-1' };

type Context = { req: IncomingMessage; status: number; body: unknown; type: string; url: string };

export async function startBucketServer(bucket = 'shop'): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'startblock-bucket-'));
  const asked: string[] = [];
  let port = 0;
  let running: S3rver | null = null;
  const server: BucketServer = {
    env: {},
    asked,
    illness: null,
    async start() {
      const one = new S3rver({
        address: '127.0.0.1',
        port,
        directory,
        silent: true,
        configureBuckets: [{ name: bucket }],
      });
      one.middleware.unshift(async (context: Context, next: () => Promise<void>) => {
        asked.push(`${context.req.method} ${context.req.url}`);
        if (server.illness === 'hangs') return new Promise<void>(() => {});
        if (server.illness === 'refuses' || !isSigned(context.req)) {
          context.status = server.illness === 'refuses' ? 503 : 403;
          context.type = 'application/xml';
          const code = server.illness === 'refuses' ? 'SlowDown' : 'SignatureDoesNotMatch';
          context.body = `<Error><Code>${code}</Code></Error>`;
          return undefined;
        }

        return isList(context) ? listed(context, next) : next();
      });
      port = (await one.run()).port;
      running = one;
    },
    async stop() {
      await running?.close();
      running = null;
    },
    async end() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  await server.start();
  server.env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_REGION: key.region,
    S3_ACCESS_KEY_ID: key.id,
    S3_SECRET_ACCESS_KEY: key.secret,
  };
  return server;
}

const isList = ({ url }: Context): boolean => url.includes('list-type=2');

/**
 * Lists up to a thousand keys in sorted pages of fifty. s3rver uses the disk's order, and its paging needs an obsolete cipher.
 */
async function listed(context: Context, next: () => Promise<void>): Promise<void> {
  const { pathname, searchParams: asked } = new URL(context.url, 'http://bucket.test');
  const after = Buffer.from(asked.get('continuation-token') ?? '', 'base64').toString();
  context.url = `${pathname}?${new URLSearchParams({ prefix: asked.get('prefix') ?? '', 'max-keys': '1000' })}`;
  await next();
  if (context.status !== 200) return;
  const found = [...String(context.body).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
  const left = found.filter((key) => key > after).sort();
  const told = left.slice(0, 50);
  const token = left.length > told.length ? Buffer.from(told.at(-1) ?? '').toString('base64') : null;
  const more = token === null ? '' : `<NextContinuationToken>${token}</NextContinuationToken>`;
  const contents = told.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  context.body = `<ListBucketResult><IsTruncated>${token !== null}</IsTruncated>${more}${contents}</ListBucketResult>`;
}

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

/** AWS Signature Version 4, which s3rver does not check. */
function isSigned(request: IncomingMessage): boolean {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const match = shape.exec(request.headers.authorization ?? '');
  if (!match) return false;
  const [, id = '', day = '', region = '', signed = '', signature = ''] = match;
  const url = new URL(request.url ?? '', 'http://bucket.test');
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const heads = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, url.pathname, query.join('&'), heads.join(''), signed, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, digest].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${key.secret}`);
  return id === key.id && region === key.region && hmac(signingKey, text).toString('hex') === signature;
}
