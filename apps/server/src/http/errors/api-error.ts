import { ERROR_CATALOG, type ErrorBody, type ErrorCode } from '@fieldhouse/contract/errors'
import type { EditConflicts } from '@fieldhouse/domain/league/edit-conflicts'
import { truncate } from './truncate.ts'

export const MAX_FIELDS = 100
const MAX_FIELD_LENGTH = 300
const MAX_MESSAGE_LENGTH = 1000

export type RateLimit = { policy: string; requests: number; windowSeconds: number }

export type ApiErrorOptions = {
  message?: string
  fields?: Record<string, string> | undefined
  newer?: EditConflicts
  retryAfterSeconds?: number
  rateLimit?: RateLimit
  cause?: unknown
}

/** An error whose message and code are sent to the client. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly newer: EditConflicts | undefined
  readonly retryAfterSeconds: number | undefined
  readonly rateLimit: RateLimit | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    const [status, defaultMessage] = ERROR_CATALOG[code]
    super(truncate(options.message ?? defaultMessage, MAX_MESSAGE_LENGTH), { cause: options.cause })
    this.code = code
    this.status = status
    this.fields = options.fields === undefined ? undefined : boundFields(options.fields)
    this.newer = options.newer
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
  }

  get body(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.fields === undefined ? {} : { fields: this.fields }),
      ...(this.newer === undefined ? {} : { newer: presentNewer(this.newer) }),
    }
  }
}

/** Both the names and the messages of fields can be from outside. */
function boundFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_FIELDS)
      .map(([field, message]) => [truncate(field, MAX_FIELD_LENGTH), truncate(message, MAX_MESSAGE_LENGTH)]),
  )
}

function presentNewer(conflicts: EditConflicts): ErrorBody['newer'] {
  const values = Object.entries(conflicts).flatMap(([field, newer]) =>
    newer === undefined ? [] : [[field, { ...newer, at: newer.at?.toISOString() ?? null }] as const],
  )
  return Object.fromEntries(values)
}

export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, fields: { [field]: message } })
}

/** Returns the value; throws an error with this code without one. */
export function orThrow<Value>(value: Value | null | undefined, code: ErrorCode): Value {
  if (value === null || value === undefined) throw new ApiError(code)
  return value
}
