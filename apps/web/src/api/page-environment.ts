import { useEffect, useState, useSyncExternalStore } from 'react'
import { CACHED_AT_HEADER, createListeners } from './connectivity.ts'

export type PageEnvironment = {
  /** When it is rendered, in milliseconds since the epoch. */
  now: number
  /** IANA name. */
  timeZone: string
  theme: string
  /** The width of the window in CSS pixels. */
  width: number
}

export type Device = Omit<PageEnvironment, 'now'> & {
  /** The address of the screen that was open last; null if nobody is signed in. */
  screen: string | null
}

const COOKIE_NAME = 'page'
const COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=([^;]*)`)
const MAX_AGE_S = 400 * 24 * 60 * 60
const MAX_SCREEN_LENGTH = 500

let assumed: PageEnvironment | null = null

/** Sets what the components that render from now on assume; null for what the device says. */
export function assumeEnvironment(environment: PageEnvironment | null): void {
  assumed = environment
}

/**
 * What a component has to assume while it is rendered on the server, and while the app takes over what was rendered
 * there; null afterwards, when it can ask the device.
 */
export function usePageEnvironment(): PageEnvironment | null {
  return useSyncExternalStore(neverChanges, askDevice, () => assumed)
}

const neverChanges = () => () => undefined
const askDevice = () => null

/** The time zone in which times are shown, by its IANA name; undefined for that of the device. */
export function shownTimeZone(): string | undefined {
  return assumed?.timeZone
}

export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function matchesWidth(query: string, width: number): boolean {
  const [, side, limit] = /^\((min|max)-width: (\d+)px\)$/.exec(query) ?? []
  return side === 'min' ? width >= Number(limit) : side === 'max' && width <= Number(limit)
}

/** The device that a `Cookie` header tells of; null if it does not, or says what cannot be. */
export function parseDevice(cookies: string): Device | null {
  const query = new URLSearchParams(COOKIE.exec(cookies)?.[1])
  const [timeZone, theme, screen] = [query.get('zone'), query.get('theme'), query.get('screen')]
  const width = Number(query.get('width'))
  if (timeZone === null || theme === null || !isTimeZone(timeZone) || !(width > 0 && width < 10_000))
    return null
  return { timeZone, theme, width, screen: screen?.startsWith('/') === true ? screen : null }
}

/** Tells the server of this device with all requests. A screen with a very long address is not remembered. */
export function rememberDevice({ timeZone, theme, width, screen }: Device): void {
  const query = new URLSearchParams({ zone: timeZone, theme, width: String(width) })
  if (screen !== null && screen.length <= MAX_SCREEN_LENGTH) query.append('screen', screen)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and missing on plain HTTP
  document.cookie = `${COOKIE_NAME}=${query}; Path=/; Max-Age=${MAX_AGE_S}; SameSite=Lax${secure}`
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Smaller differences to the Date header are ignored, because it has a resolution of one second. */
const MIN_CLOCK_SKEW_MS = 30_000

type ResponseHeaders = Pick<Headers, 'get' | 'has'>

type ServerClock = {
  /** Reads the server's time from the Date header. Ignores responses from the service worker's cache. */
  syncToDateHeader: (headers: ResponseHeaders) => void
  /** Reads the server's time from the `now` of a body, if it has one. Ignores cached responses too. */
  syncToBody: (headers: ResponseHeaders, body: unknown) => void
  /** The current time of the server; of the device until a response is synced. */
  now: () => Date
  toServerTime: (deviceMs: number) => Date
  onCorrection: (listener: () => void) => () => void
}

export function createServerClock(deviceNow: () => number): ServerClock {
  let offsetMs = 0
  const corrections = createListeners()
  const toServerTime = (deviceMs: number) => new Date(deviceMs + offsetMs)

  function sync(headers: ResponseHeaders, serverMs: number, minSkewMs: number): void {
    const skewMs = serverMs - deviceNow() - offsetMs
    if (headers.has(CACHED_AT_HEADER) || !(Math.abs(skewMs) >= minSkewMs)) return
    offsetMs += skewMs
    if (Math.abs(skewMs) >= MIN_CLOCK_SKEW_MS) corrections.notify()
  }

  return {
    syncToDateHeader: (headers) => sync(headers, Date.parse(headers.get('date') ?? ''), MIN_CLOCK_SKEW_MS),
    syncToBody(headers, body) {
      if (typeof body !== 'object' || body === null || !('now' in body)) return
      if (typeof body.now === 'string') sync(headers, Date.parse(body.now), 0)
    },
    now: () => toServerTime(deviceNow()),
    toServerTime,
    onCorrection: corrections.subscribe,
  }
}

/** The clock of all times that are shown or compared, whatever the device's clock says. */
export const serverClock = createServerClock(() => Date.now())

/** The current time of the server's clock, updated every minute or every `intervalMs`, and when it is corrected. */
export function useNow(intervalMs = 60_000): Date {
  const page = usePageEnvironment()
  const [now, setNow] = useState(serverClock.now)
  useEffect(() => {
    const update = () => setNow(serverClock.now())
    const timer = setInterval(update, intervalMs)
    const stopListening = serverClock.onCorrection(update)
    return () => {
      clearInterval(timer)
      stopListening()
    }
  }, [intervalMs])
  return page === null ? now : new Date(page.now)
}
