import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { BucketConfig } from '#src/config/bucket.ts';
import type { Config } from '#src/config/config.ts';

/** An S3 bucket. Keys have small letters, digits, dots, hyphens and slashes. */
export type Bucket = {
  /** Resolves when it is stored. `sha256`: hex, checked by the server. */
  put(key: string, body: Uint8Array<ArrayBuffer> | Blob, sha256?: string): Promise<void>;
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Streams what is too large for memory. */
  stream(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  /** All keys with this prefix, in no order. */
  keys(prefix: string): Promise<string[]>;
};

/** A failed request, other than a missing object. */
export class BucketFault extends Error {
  readonly code = 'BUCKET_UNAVAILABLE';
  constructor(
    /** 0: no response. */
    readonly status: number,
    /** The error code, such as `NoSuchBucket`, or ''. */
    readonly errorCode: string,
  ) {
    super(status === 0 ? 'the bucket does not answer' : `the bucket answers ${status} ${errorCode}`.trim());
  }
}

export type BucketPatience = { pausesMs?: readonly number[]; answerMs?: number };

/** The minimum speed of a slow line. */
const minBytesPerMs = 100;

/**
 * A client for an S3 server. Temporary failures (no response, 5xx, 429) are retried after each pause; every request is
 * idempotent.
 */
export function bucketAt(
  config: BucketConfig,
  { pausesMs = [200, 800], answerMs = 8000 }: BucketPatience = {},
): Bucket {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const root = `${endpoint}/${bucket}`;

  /** Reading the body after `take` has no time limit. */
  async function once<T>(url: string, init: RequestInit, bytes: number, take: (answer: Response) => Promise<T>) {
    const signed = await client.sign(url, init);
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), answerMs + bytes / minBytesPerMs);
    try {
      const answer = await fetch(signed, { signal: waiting.signal, redirect: 'manual' });
      if (!answer.ok) throw await faultOf(answer);
      return await take(answer);
    } catch (error) {
      throw error instanceof BucketFault ? error : new BucketFault(0, '');
    } finally {
      clearTimeout(timer);
    }
  }

  async function ask<T>(url: string, init: RequestInit, take: (answer: Response) => Promise<T>, bytes = 0): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(url, init, bytes, take);
      } catch (error) {
        const pause = pausesMs[attempt];
        if (pause === undefined || !(error instanceof BucketFault) || !mayPass(error)) throw error;
        await new Promise((resume) => setTimeout(resume, pause));
      }
    }
  }

  const at = (key: string) => `${root}/${key}`;
  const nothing = async (answer: Response) => void (await answer.arrayBuffer());

  async function list(prefix: string): Promise<string[]> {
    const found: string[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const xml: string = await ask(`${root}?${query}`, { method: 'GET' }, (answer) => answer.text());
      // Our keys need no XML escapes.
      for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) found.push(key);
      token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1];
    } while (token !== undefined);
    return found;
  }

  return {
    async put(key, body, sha256) {
      const size = body instanceof Blob ? body.size : body.byteLength;
      const headers = {
        'content-type': 'application/octet-stream',
        ...(sha256 ? { 'x-amz-content-sha256': sha256 } : {}),
      };
      await ask(at(key), { method: 'PUT', body, headers }, nothing, size);
    },
    get: (key) =>
      unlessNoKey(ask(at(key), { method: 'GET' }, async (answer) => new Uint8Array(await answer.arrayBuffer()))),
    stream: (key) =>
      unlessNoKey(
        ask(at(key), { method: 'GET' }, async (answer) => ({
          body: answer.body ?? new Blob([]).stream(),
          size: Number(answer.headers.get('content-length')),
        })),
      ),
    has: async (key) => (await unlessNoKey(ask(at(key), { method: 'HEAD' }, async () => true))) ?? false,
    remove: async (key) => void (await unlessNoKey(ask(at(key), { method: 'DELETE' }, nothing))),
    keys: list,
  };
}

const mayPass = ({ status }: BucketFault): boolean => status === 0 || status >= 500 || status === 429;

/** A HEAD response has no body, so 404 means missing. */
async function unlessNoKey<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof BucketFault && error.status === 404 && /^(NoSuchKey|)$/.test(error.errorCode)) return null;
    throw error;
  });
}

async function faultOf(answer: Response): Promise<BucketFault> {
  const text = await answer.text().catch(() => '');
  return new BucketFault(answer.status, /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '');
}

const probe = 'doctor/probe';

/** Writes, reads and deletes a small object. @throws Error that says what to do */
export async function bucketHealth({ bucket: config, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<string> {
  if (!config) return 'uploads are kept in DATA_DIR';
  const { host } = new URL(config.endpoint);
  const bucket = bucketAt(config, { pausesMs: [], answerMs: 5000 });
  const written = new TextEncoder().encode('ok');
  try {
    await bucket.put(probe, written);
    const read = await bucket.get(probe);
    await bucket.keys(probe);
    await bucket.remove(probe);
    if (read?.length !== written.length) throw new Error(`${host} does not give back what it was given`);
  } catch (error) {
    throw error instanceof BucketFault ? new Error(`${host} ${complaint(error)}`) : error;
  }
  if (existsSync(join(dataDir, 'files'))) {
    const left = join(dataDir, 'files');
    throw new Error(
      `uploads are looked for in the bucket ${config.bucket} alone: copy ${left} there, then move it away`,
    );
  }
  return `${host} keeps uploads in ${config.bucket}`;
}

function complaint({ status, errorCode }: BucketFault): string {
  if (status === 0) return 'does not answer: look at S3_ENDPOINT';
  const word = errorCode === '' ? String(status) : `${status} ${errorCode}`;
  if (errorCode === 'NoSuchBucket' || status === 404)
    return `has no such bucket (${word}): make it, or look at S3_BUCKET`;
  if (/Region|AuthorizationHeaderMalformed|PermanentRedirect/.test(errorCode) || status === 301)
    return `wants another region (${word}): look at S3_REGION and S3_ENDPOINT`;
  if (status === 401 || status === 403)
    return `refuses us (${word}): look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and whether they may read, write, list and delete there`;
  return `answers with ${word}: try again later, or look at S3_ENDPOINT`;
}
