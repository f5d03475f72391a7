import type { ErrorBody, ErrorCode } from '@fieldhouse/contract/errors'

type NewerValues = NonNullable<ErrorBody['newer']>

/** An API request that failed. `message` is written for users. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** The HTTP status; 0 when the server could not be reached. */
  readonly status: number
  readonly code: ErrorCode | 'unreachable' | 'unknown'
  readonly fields: Record<string, string>
  /** For `edit_conflict`: what somebody else has saved, by field name. */
  readonly newer: NewerValues

  constructor(
    details: {
      status: number
      code: ErrorCode | 'unreachable' | 'unknown'
      message: string
      fields?: Record<string, string>
      newer?: NewerValues
    },
    options?: ErrorOptions,
  ) {
    super(details.message, options)
    this.status = details.status
    this.code = details.code
    this.fields = details.fields ?? {}
    this.newer = details.newer ?? {}
  }
}

export function hasErrorCode(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code
}

/** The message is the body's `error`, else its `message`, else 'HTTP {status}'. */
export function toApiError(status: number, body: unknown): ApiError {
  const { error, message, code, fields, newer } = isRecord(body) ? body : {}
  return new ApiError({
    status,
    code: typeof code === 'string' ? (code as ErrorBody['code']) : 'unknown',
    message: nonEmptyString(error) ?? nonEmptyString(message) ?? `HTTP ${status}`,
    fields: isRecord(fields) ? pickStrings(fields) : {},
    newer: isRecord(newer) ? (newer as NewerValues) : {},
  })
}

/**
 * Returns the message to show for a failed action: the server's message for an error response, else
 * `fallback`, followed by the reason when it is known. Source: specification, 8.
 */
export function getErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  return isErrorResponse(error) ? error.message : `${fallback.replace(/\.$/, '')}. ${error.message}`
}

export function getErrorReason(error: unknown): string {
  return error instanceof ApiError ? error.message : 'The server sent an unexpected response.'
}

/** Whether the server responded with an error, rather than not at all or with an unreadable body. */
function isErrorResponse({ status }: ApiError): boolean {
  return status >= 400
}

/** Like {@link getErrorMessage}, for a form; null when the message is already shown at one of its fields. */
export function getFormErrorMessage(error: unknown, fallback: string): string | null {
  const message = getErrorMessage(error, fallback)
  return Object.values(getFieldErrors(error)).includes(message) ? null : message
}

export function getFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const { code, message, fields } = error
  return code === 'password_incorrect' ? { password: message, current_password: message, ...fields } : fields
}

export function getNewerValues(error: unknown): NewerValues | null {
  return error instanceof ApiError && error.code === 'edit_conflict' ? error.newer : null
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function pickStrings(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
