import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorBody } from '../captures/error-body.ts'

/** How an answer goes wrong. Several faults may come together. */
export type Fault = {
  /** Answers with this status and an error body instead of the league. */
  status?: number
  /** The Retry-After header: seconds, or a date. */
  retryAfter?: number | string
  /** Waits before it answers. */
  delayMs?: number
  /** Breaks the connection off in the middle of the body. */
  truncate?: boolean
  /** Sends a web page in place of JSON. */
  html?: boolean
  /** Sends no body at all. */
  empty?: boolean
  /** Sends another league's body. */
  wrongLeague?: boolean
  /** Never answers. */
  hang?: boolean
}

export type SimulatedRequest = { method: string; url: URL; headers: IncomingHttpHeaders }
export type SimulatedResponse = {
  status: number
  body: string
  /** The content type; JSON without it. */
  type?: string
  headers?: Readonly<Record<string, string>>
}

const ERROR_TYPES: Record<number, string> = { 401: 'AUTH_LEAGUE_NOT_VISIBLE', 404: 'GENERAL_NOT_FOUND' }
const JSON_TYPE = 'application/json;charset=utf-8'
const ERROR_PAGE = '<!doctype html><title>Fantasy</title><p>We are having trouble. Try again later.</p>'

/** Sends the answer with the fault. Rejects when the signal ends a wait. */
export async function sendResponse(
  response: ServerResponse,
  answer: SimulatedResponse,
  fault: Fault,
  signal: AbortSignal,
): Promise<void> {
  if (fault.hang === true) return
  if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { signal })
  const { status, body, type = JSON_TYPE, headers = {} } = applyFault(answer, fault)
  response.statusCode = status
  response.setHeader('content-type', type)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('content-length', Buffer.byteLength(body))
  if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter)
  if (fault.truncate !== true) {
    response.end(body)
    return
  }
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy())
}

function applyFault(answer: SimulatedResponse, fault: Fault): SimulatedResponse {
  const shown = fault.status ?? answer.status
  if (fault.empty === true) return { status: shown, body: '' }
  if (fault.html === true) return { status: shown, body: ERROR_PAGE, type: 'text/html;charset=utf-8' }
  if (fault.status !== undefined && fault.status >= 400) {
    return { status: shown, body: errorBody(ERROR_TYPES[shown] ?? 'GENERAL', `Status ${shown}`) }
  }
  return { ...answer, status: shown }
}
