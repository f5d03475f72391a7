import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { errorBody } from '../espn-http.ts'
import type { SettableClock } from './clock.ts'
import { Fault, type SimulatedRequest, type SimulatedResponse } from './faults.ts'

/**
 * Two endpoints that the real provider does not have, for end-to-end tests and demos. They accept requests
 * only from the same machine.
 *
 * - `PUT /__clock {"now": "2026-11-22T18:00:00Z", "speed": 60}` sets the clock; a speed of 60 means a minute
 *   per real second. Without `speed` the clock stops, without `now` it continues from the current time, and
 *   with `"now": null` it follows the clock of the program again. `GET /__clock` returns the setting.
 * - `PUT /__faults {"path": "/apis/v3", "status": 503}`, or an array of such objects, makes requests fail.
 *   The first fault whose `path` is a prefix of the request path applies, `times` times or until
 *   `DELETE /__faults`.
 */
export type Control = {
  isControl: (request: SimulatedRequest) => boolean
  respond: (message: IncomingMessage, request: SimulatedRequest) => Promise<SimulatedResponse>
  faultFor: (request: SimulatedRequest) => Fault | undefined
}

const ClockSetting = z.strictObject({
  now: z.iso.datetime({ offset: true }).nullable().optional(),
  speed: z.number().min(0).max(1_000_000).optional(),
})

const FaultRule = Fault.extend({
  path: z.string().startsWith('/').default('/'),
  times: z.number().int().positive().optional(),
})

const FaultRules = z.union([z.array(FaultRule).max(100), FaultRule.transform((rule) => [rule])])

const MAX_BYTES = 64 * 1024
const FORBIDDEN: SimulatedResponse = {
  status: 403,
  body: errorBody('NOT_LOCAL', 'Only requests from this machine are allowed.'),
}

export function createControl(clock: SettableClock, onClockChange = () => {}): Control {
  let rules: { path: string; left: number; fault: Fault }[] = []

  function setClock(text: string): SimulatedResponse {
    const setting = ClockSetting.safeParse(parseJson(text))
    if (!setting.success) return invalidInputResponse(setting.error)
    const { now, speed = 0 } = setting.data
    if (now === null) clock.reset()
    else clock.set(now === undefined ? null : new Date(now), speed)
    onClockChange()
    return clockResponse()
  }

  const clockResponse = () => jsonResponse({ now: clock.now().toISOString(), speed: clock.speed() })

  function setFaults(text: string): SimulatedResponse {
    const setting = FaultRules.safeParse(parseJson(text))
    if (!setting.success) return invalidInputResponse(setting.error)
    rules = setting.data.map(({ path, times, ...fault }) => ({ path, left: times ?? Infinity, fault }))
    return jsonResponse({ faults: rules.length })
  }

  return {
    isControl: ({ url }) => url.pathname === '/__clock' || url.pathname === '/__faults',
    async respond(message, { method, url }) {
      if (!isLoopback(message.socket.remoteAddress)) return FORBIDDEN
      const isClock = url.pathname === '/__clock'
      if (method === 'GET' && isClock) return clockResponse()
      if (method === 'PUT')
        return isClock ? setClock(await readBody(message)) : setFaults(await readBody(message))
      if (method !== 'DELETE' || isClock) return jsonResponse({ error: 'Method not allowed.' }, 405)
      rules = []
      return jsonResponse({ faults: 0 })
    },
    faultFor({ url }) {
      const rule = rules.find(({ path, left }) => left > 0 && url.pathname.startsWith(path))
      if (rule !== undefined) rule.left--
      return rule?.fault
    },
  }
}

function jsonResponse(body: object, status = 200): SimulatedResponse {
  return { status, body: JSON.stringify(body) }
}

function invalidInputResponse(error: z.ZodError): SimulatedResponse {
  return jsonResponse({ error: z.prettifyError(error) }, 400)
}

/** Returns undefined, which every schema rejects, for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns an empty text, which is not valid JSON, for a body that is too large. */
async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BYTES) chunks.push(chunk)
  }
  return size <= MAX_BYTES ? Buffer.concat(chunks).toString('utf8') : ''
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
}
