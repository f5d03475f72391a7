import type { ErrorCode } from '@fieldhouse/contract/errors'
import { AccountDisabledError } from '@fieldhouse/domain/league/roles'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { DatabaseUnreachableError, isDiskFull, isReadOnly } from '../../database/engine/database-errors.ts'
import { ServerStoppingError } from '../../jobs/job.ts'
import { MediaUnreachableError } from '../../media/media-store.ts'
import { BusyError } from '../../threads/work-queues.ts'
import { ApiError, type RateLimit } from './api-error.ts'

export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    if (!isPageNavigation(request)) return sendError(new ApiError('not_found'), request, reply)
    return sendPlainPage(reply, 404, 'Page not found', 'Check the URL and try again.')
  })
}

export function isPageNavigation({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toApiError(error)
  if (known === null) {
    request.log.error({ err: error }, 'unhandled error')
    return reply.code(500).send({ ...new ApiError('internal_error').body, request_id: request.id })
  }
  if (known.code === 'busy') request.log.info({ reason: reasonOf(known) }, 'server busy')
  else if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'request failed')
  const retryAfter = known.retryAfterSeconds ?? (known.status === 503 ? 5 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (known.rateLimit !== undefined) reply.headers(rateLimitHeaders(known.rateLimit, retryAfter ?? 0))
  return reply.code(known.status).send(known.body)
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers, in the form of its current version, and with one header for
 * each value as in its earlier versions, which more clients read.
 */
function rateLimitHeaders({ policy, requests, windowSeconds }: RateLimit, resetSeconds: number) {
  return {
    'ratelimit-policy': `"${policy}";q=${requests};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=0;t=${resetSeconds}`,
    'ratelimit-limit': String(requests),
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(resetSeconds),
  }
}

/** Why the server is busy: the queues say more than the response. */
function reasonOf({ cause, message }: ApiError): string {
  return cause instanceof BusyError ? cause.message : message
}

/** The error to send to the client; null for an unexpected error, whose details must not be sent. */
function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInputError(error.validation)
  if (isDiskFull(error) || isReadOnly(error)) return new ApiError('storage_full', { cause: error })
  if (error instanceof DatabaseUnreachableError) return unreachable('database', error)
  if (error instanceof MediaUnreachableError) return unreachable('media storage', error)
  if (error instanceof AccountDisabledError) return new ApiError('account_disabled', { cause: error })
  if (error instanceof BusyError) return new ApiError('busy', { retryAfterSeconds: 10, cause: error })
  if (error instanceof ServerStoppingError) {
    const message = "Fieldhouse is restarting. Your request will continue once it's back."
    return new ApiError('not_ready', { ...(error.willResume ? { message } : {}), cause: error })
  }
  return error instanceof Error && 'statusCode' in error ? fromFastifyError(error as FastifyError) : null
}

function unreachable(what: string, cause: Error): ApiError {
  const message = `Fieldhouse can't reach its ${what}. Try again in a moment.`
  return new ApiError('not_ready', { message, cause })
}

function invalidInputError(issues: readonly { instancePath: string; message?: string | undefined }[]) {
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of issues) {
    const field =
      instancePath
        .split('/')
        .filter((part) => part !== '')
        .join('.') || 'body'
    fields[field] ??= message ?? 'This value is invalid.'
  }
  const firstMessage = Object.values(fields)[0]
  return new ApiError('invalid_input', {
    fields,
    ...(firstMessage === undefined ? {} : { message: firstMessage }),
  })
}

const FASTIFY_ERRORS: Readonly<Record<number, readonly [ErrorCode, message?: string]>> = {
  400: ['malformed_body'],
  // From the libraries that serve files, for a path outside of their folder.
  403: ['not_found'],
  404: ['not_found'],
  412: ['invalid_input', 'The file has changed.'],
  413: ['too_large'],
  414: ['invalid_input', 'The URL is too long.'],
  415: ['unsupported_media_type'],
  416: ['range_not_satisfiable'],
  503: ['not_ready'],
}

function fromFastifyError(error: FastifyError): ApiError | null {
  const isBadUrl = error.statusCode === 400 && error.code === 'FST_ERR_BAD_URL'
  if (isBadUrl) return new ApiError('invalid_input', { message: 'The URL is malformed.', cause: error })
  const [code, message] = FASTIFY_ERRORS[error.statusCode ?? 500] ?? []
  if (code === undefined) return null
  return new ApiError(code, { ...(message === undefined ? {} : { message }), cause: error })
}

/** Sends a minimal HTML page without scripts. The texts are not escaped: pass trusted ones only. */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  title: string,
  message: string,
): FastifyReply {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Fieldhouse</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/plain-page.css">
<main>
<p class="brand"><img src="/favicon.svg" alt="" width="36" height="36"> Fieldhouse</p>
<h1>${title}</h1>
<p>${message}</p>
<p><a href="/">Back to Fieldhouse</a></p>
</main>
</html>
`
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}
