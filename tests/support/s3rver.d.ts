declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    // biome-ignore lint/suspicious/noExplicitAny: a chain of Koa, which has no types of its own here
    middleware: any[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
