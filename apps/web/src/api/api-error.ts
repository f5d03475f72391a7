import type { ErrorBody, ErrorCode } from '@fieldhouse/contract/errors'

/** Why a call failed, in a sentence for people. */
export class ApiError extends Error {
  override name = 'CallError'
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ErrorCode | 'no_answer' | 'unknown'
  /** For invalid input: what is wrong with each field. */
  readonly fields: Record<string, string>

  constructor(
    failure: {
      status: number
      code: ErrorCode | 'no_answer' | 'unknown'
      message: string
      fields?: Record<string, string>
    },
    options?: ErrorOptions,
  ) {
    super(failure.message, options)
    this.status = failure.status
    this.code = failure.code
    this.fields = failure.fields ?? {}
  }
}

/** Reads the body of a failed answer: its `error` or `message`, else 'HTTP {status}'. */
export function toApiError(status: number, body: unknown): ApiError {
  const { error, message, code, fields } = isRecord(body) ? body : {}
  return new ApiError({
    status,
    code: typeof code === 'string' ? (code as ErrorBody['code']) : 'unknown',
    message: nonEmptyString(error) ?? nonEmptyString(message) ?? `HTTP ${status}`,
    fields: isRecord(fields) ? pickStrings(fields) : {},
  })
}

/**
 * What to say of a failure: the server's sentence, else `fallback`, with the reason where there is one.
 * Source: specification, 8.
 */
export function getErrorMessage(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  return isErrorResponse(error) ? error.message : `${fallback.replace(/\.$/, '')}. ${error.message}`
}

/** Why something failed, for a place that says already what did. */
export function getErrorReason(error: unknown): string {
  return error instanceof ApiError ? error.message : 'The page could not read the answer.'
}

/** Whether the server has said no, and not something else or nothing. */
function isErrorResponse({ status }: ApiError): boolean {
  return status >= 400
}

/** The same for a form; null where one of its fields says as much. */
export function getFormErrorMessage(error: unknown, fallback: string): string | null {
  const message = getErrorMessage(error, fallback)
  return Object.values(getFieldErrors(error)).includes(message) ? null : message
}

/** What is wrong with each field, for a form that failed. */
export function getFieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {}
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
