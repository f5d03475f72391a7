import { ERROR_CATALOG, type ErrorBody, type ErrorCode } from '@fieldhouse/contract/errors'
import type { EditConflicts } from '@fieldhouse/domain/league/edit-conflicts'
import { z } from 'zod'

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

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`
}

const MAX_NAMED_FIELDS = 3
const MAX_NAME_LENGTH = 60

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Has schemas say what is wrong in our words, in this thread. */
export function setValidationMessages(): void {
  z.config({ customError: validationMessage })
}

/** Messages for validation issues without a message in the schema; undefined leaves zod's own. */
function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const field = issue.path?.length ? `'${issue.path.join('.')}'` : 'The request body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}.`
    case 'invalid_value':
      return `${field} must be one of ${issue.values.join(', ')}.`
    case 'invalid_union':
      return issue.input === undefined ? `${field} is missing.` : `${field} has an unsupported format.`
    case 'unrecognized_keys':
      return unknownFields(issue.keys)
    default:
      return undefined
  }
}

/** There can be any number of them, of any length. */
function unknownFields(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED_FIELDS).map((name) => `'${truncate(name, MAX_NAME_LENGTH)}'`)
  const more = names.length - named.length
  return `Unknown field${names.length === 1 ? '' : 's'} ${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`
}
