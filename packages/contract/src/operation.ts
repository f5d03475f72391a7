import type { Access } from '@fieldhouse/domain/roles'
import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** A part of the product, named as its folders are. */
export type Feature =
  | 'accounts'
  | 'leagues'
  | 'refresh'
  | 'standings'
  | 'roster'
  | 'matchups'
  | 'news'
  | 'history'
  | 'betslip'
  | 'feed'
  | 'live'
  | 'admin'

/** One call of the HTTP API as data, in the shape that the server mounts. */
export type Operation = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Ends with a slash; `:name` is a parameter. The server serves it without the slash too. */
  url: `/api/${string}`
  config: {
    /** Whom the call is open to; for `member` and `league_admin`, of the league in its path. */
    access: Access
    /** The codes of its own, beside those that access and validation bring along. */
    errors: readonly ErrorCode[]
  }
  schema: {
    summary: string
    tags: readonly [Feature]
    params?: z.ZodType
    querystring?: z.ZodType
    body?: z.ZodType
    /** Present when the body is a form with files instead of JSON. */
    consumes?: readonly ['multipart/form-data']
    /** Media types of a success that is not JSON. */
    produces?: readonly string[]
    response: { 200: z.ZodType }
  }
}

/** What a success answers. */
export type ResponseOf<O extends Operation> = z.output<O['schema']['response'][200]>

/** What a caller sends: path parameters, query and body, as far as the call has them. */
export type RequestOf<O extends Operation> = RequestPart<'params', O['schema']['params']> &
  RequestPart<'query', O['schema']['querystring']> &
  RequestPart<'body', O['schema']['body']>

type RequestPart<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { [K in Name]?: z.input<Schema> }
    : { [K in Name]: z.input<Schema> }
  : unknown
