import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { errorBody } from '../espn-http.ts'

/** A fault in a response. Several kinds can be combined. */
export const Fault = z.strictObject({
  /** Responds with this status, and with an error body if it is 400 or higher. */
  status: z.number().int().min(200).max(599).exactOptional(),
  /** The Retry-After header: seconds, or a date. */
  retryAfter: z.union([z.number(), z.string()]).exactOptional(),
  delayMs: z.number().int().min(0).max(600_000).exactOptional(),
  truncate: z.boolean().exactOptional(),
  html: z.boolean().exactOptional(),
  empty: z.boolean().exactOptional(),
  /** Sends `null`, as Sleeper does for what it does not know. */
  null: z.boolean().exactOptional(),
  wrongLeague: z.boolean().exactOptional(),
  hang: z.boolean().exactOptional(),
})
export type Fault = z.infer<typeof Fault>

export type SimulatedRequest = { method: string; url: URL; headers: IncomingHttpHeaders }
export type SimulatedResponse = {
  status: number
  body: string | Uint8Array
  /** Whether the body is an SVG that is sent as a PNG. */
  isDrawing?: boolean
  type?: string
  headers?: Readonly<Record<string, string>>
}

const ERROR_TYPES: Record<number, string> = { 401: 'AUTH_LEAGUE_NOT_VISIBLE', 404: 'GENERAL_NOT_FOUND' }
const JSON_TYPE = 'application/json;charset=utf-8'
const ERROR_PAGE = '<!doctype html><title>Fantasy</title><p>We are having trouble. Try again later.</p>'

/** Sends a response with a fault. Rejects if the signal aborts a delay. */
export async function sendResponse(
  serverResponse: ServerResponse,
  response: SimulatedResponse,
  fault: Fault,
  signal: AbortSignal,
): Promise<void> {
  if (fault.hang === true) return
  if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { signal })
  const { status, body, type = JSON_TYPE, headers = {} } = applyFault(await toSent(response), fault)
  serverResponse.statusCode = status
  serverResponse.setHeader('content-type', type)
  for (const [name, value] of Object.entries(headers)) serverResponse.setHeader(name, value)
  serverResponse.setHeader('content-length', Buffer.byteLength(body))
  if (fault.retryAfter !== undefined) serverResponse.setHeader('retry-after', fault.retryAfter)
  if (fault.truncate !== true) {
    serverResponse.end(body)
    return
  }
  serverResponse.write(body.slice(0, Math.floor(body.length / 2)), () => serverResponse.destroy())
}

async function toSent(response: SimulatedResponse): Promise<SimulatedResponse> {
  if (response.isDrawing !== true || response.status !== 200) return response
  const { default: sharp } = await import('sharp')
  return {
    status: response.status,
    type: 'image/png',
    body: await sharp(Buffer.from(response.body)).png().toBuffer(),
  }
}

function applyFault(response: SimulatedResponse, fault: Fault): SimulatedResponse {
  const responseStatus = fault.status ?? response.status
  if (fault.empty === true) return { status: responseStatus, body: '' }
  if (fault.null === true) return { status: responseStatus, body: 'null' }
  if (fault.html === true)
    return { status: responseStatus, body: ERROR_PAGE, type: 'text/html;charset=utf-8' }
  if (fault.status !== undefined && fault.status >= 400) {
    return {
      status: responseStatus,
      body: errorBody(ERROR_TYPES[responseStatus] ?? 'GENERAL', `Status ${responseStatus}`),
    }
  }
  return { ...response, status: responseStatus }
}
