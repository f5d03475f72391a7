import type { SIGNED_OUT_COOKIE } from '@fieldhouse/contract/accounts/accounts'
import type { ErrorBody, ErrorCode } from '@fieldhouse/contract/errors'
import type { Operation, RequestOf, ResponseOf } from '@fieldhouse/contract/operation'
import type { OperationKey, OperationsByKey } from '@fieldhouse/contract/operations'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { getConnectivity, trackConnectivity } from './connectivity.ts'
import { serverClock } from './page-environment.ts'

export type { OperationKey }
export type ApiResponse<K extends OperationKey> = ResponseOf<OperationsByKey[K]>
export type ApiRequest<K extends OperationKey> = RequestOf<OperationsByKey[K]> &
  MultipartBody<OperationsByKey[K]>

type MultipartBody<O extends Operation> = O['schema']['consumes'] extends readonly string[]
  ? { body: FormData }
  : unknown

type RequestOptions = { signal?: AbortSignal }
type RequestArgs<K extends OperationKey> =
  Record<never, never> extends ApiRequest<K>
    ? [request?: ApiRequest<K> & RequestOptions]
    : [request: ApiRequest<K> & RequestOptions]

export type ApiClient = <K extends OperationKey>(key: K, ...rest: RequestArgs<K>) => Promise<ApiResponse<K>>

type ApiClientDependencies = {
  fetch: (path: string, init: RequestInit) => Promise<Response>
  cookies: () => string
  /** Runs the task while no other tab holds the lock. Rejects if the signal aborts before. */
  lock: <T>(name: string, signal: AbortSignal, task: () => Promise<T>) => Promise<T>
}

type RequestParts = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  signal?: AbortSignal
  keepalive?: boolean
}

const SIGN_OUT = 'POST /api/logout/' satisfies OperationKey

const SENT_BY_OTHER_TAB: ApiResponse<typeof SIGN_OUT> = { ok: true }

/** A slower response counts as none, so that the sign-out is sent again. */
const SIGN_OUT_TIMEOUT_MS = 10_000

/** Creates a client that sends no request before the server has confirmed a pending sign-out. */
export function createApiClient(browser: ApiClientDependencies): ApiClient {
  let pendingSignOut: Promise<unknown> | null = null

  function signOut(): Promise<unknown> {
    pendingSignOut ??= sendSignOut(browser).finally(() => {
      pendingSignOut = null
    })
    return pendingSignOut
  }

  return async (key, ...[request]) => {
    const parts: RequestParts = request ?? {}
    if (key === SIGN_OUT) return (await signOut()) as ApiResponse<typeof key>
    if (isSignOutPending(browser.cookies())) await signOut()
    const { method, path } = resolveEndpoint(key, parts)
    const send = () => sendRequest(browser, method, path, parts)
    const body = await send().catch((error: unknown) => sendAfterIdentityCheck(error, send))
    // The server validates every response against the same contract.
    return body as ApiResponse<typeof key>
  }
}

/**
 * Sends a pending sign-out, one tab at a time: the response to a second one would end the session of somebody who has
 * signed in after the first.
 */
async function sendSignOut(browser: ApiClientDependencies): Promise<unknown> {
  const { method, path } = resolveEndpoint(SIGN_OUT, {})
  const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS)
  const send = async () =>
    isSignOutPending(browser.cookies())
      ? sendRequest(browser, method, path, { signal, keepalive: true })
      : SENT_BY_OTHER_TAB
  try {
    return await browser.lock(SIGN_OUT, signal, send)
  } catch (error) {
    throw isTimeout(error) ? createUnreachableError(error) : error
  }
}

async function sendAfterIdentityCheck(error: unknown, send: () => Promise<unknown>): Promise<unknown> {
  const needsCheck = error instanceof ApiError && error.code === 'identity_unconfirmed'
  if (!needsCheck || !(await askForIdentity())) throw error
  return send()
}

export const PAGE_DEPENDENCIES: Omit<ApiClientDependencies, 'fetch'> = {
  cookies: () => document.cookie,
  // Browsers offer locks only to pages with HTTPS or from the same device.
  lock: (name, signal, task) =>
    'locks' in navigator ? navigator.locks.request(name, { signal }, task) : task(),
}

type Fetch = ApiClientDependencies['fetch']

const fetchFromServer: Fetch = (path, init) => fetch(path, init)

let send = fetchFromServer

export function sendThrough(other: Fetch | null): void {
  send = other ?? fetchFromServer
}

/**
 * Sends every API request of the app. Throws an {@link ApiError} for an error response, for a body that is
 * not JSON, and when the server cannot be reached.
 */
export const apiClient: ApiClient = createApiClient({
  ...PAGE_DEPENDENCIES,
  fetch: (path, init) => trackConnectivity(() => send(path, init), init.signal),
})

/** Query values that are null or undefined are left out. */
export function resolveEndpoint(
  key: string,
  { params = {}, query = {} }: RequestParts,
): { method: string; path: string } {
  const [method = 'GET', pattern = ''] = key.split(' ')
  const path = pattern.replace(/:([a-z_]+)/gi, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return { method, path: search.size > 0 ? `${path}?${search}` : path }
}

async function sendRequest(
  browser: ApiClientDependencies,
  method: string,
  path: string,
  parts: RequestParts,
): Promise<unknown> {
  if (method === 'GET')
    return parseResponse(await fetchResponse(browser, path, buildRequestInit(method, parts)))
  const token = parseCsrfCookie(browser.cookies()) ?? (await fetchCsrfToken(browser, parts.signal))
  const response = await fetchResponse(browser, path, buildRequestInit(method, parts, token))
  try {
    return await parseResponse(response)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf_failed') throw error
    const freshToken = await fetchCsrfToken(browser, parts.signal)
    return parseResponse(await fetchResponse(browser, path, buildRequestInit(method, parts, freshToken)))
  }
}

function buildRequestInit(
  method: string,
  { body, signal, keepalive }: RequestParts,
  csrfToken?: string,
): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (csrfToken !== undefined) headers['X-CSRFToken'] = csrfToken
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  return {
    method,
    headers,
    credentials: 'include',
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    ...(keepalive === undefined ? {} : { keepalive }),
  }
}

async function fetchResponse(
  browser: ApiClientDependencies,
  path: string,
  init: RequestInit,
): Promise<Response> {
  try {
    return await browser.fetch(path, init)
  } catch (cause) {
    if (init.signal?.aborted === true && !isTimeout(cause)) throw cause
    throw createUnreachableError(cause)
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

async function parseResponse(response: Response): Promise<unknown> {
  // Before the body, which may take a while to arrive.
  serverClock.syncToDateHeader(response.headers)
  const body = await readBody(response)
  serverClock.syncToBody(response.headers, body)
  if (response.ok && body !== undefined) return body
  throw response.ok
    ? new ApiError({
        status: response.status,
        code: 'unknown',
        message: 'The server sent an unexpected response. Try again.',
      })
    : toApiError(response.status, body)
}

async function readBody(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    throw createUnreachableError(cause)
  }
  return parseJson(text)
}

/** Returns undefined for text that is not JSON, such as the error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function createUnreachableError(cause: unknown): ApiError {
  return new ApiError(
    {
      status: 0,
      code: 'unreachable',
      message: "We couldn't reach the server. Check your connection and try again.",
    },
    { cause },
  )
}

async function fetchCsrfToken(
  browser: ApiClientDependencies,
  signal: AbortSignal | undefined,
): Promise<string> {
  const init = buildRequestInit('GET', signal === undefined ? {} : { signal })
  const body = await parseResponse(await fetchResponse(browser, '/api/csrf/', init))
  return parseCsrfCookie(browser.cookies()) ?? (body as ApiResponse<'GET /api/csrf/'>).csrfToken
}

/** Undefined before the first visit. */
export function parseCsrfCookie(cookies: string): string | undefined {
  const value = /(?:^|;\s*)csrftoken=([^;]+)/.exec(cookies)?.[1]
  return value === undefined ? undefined : decodeURIComponent(value)
}

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

type IdentityCheck = () => Promise<boolean>

let check: IdentityCheck | null = null
let pending: Promise<boolean> | null = null

export function onIdentityCheck(newCheck: IdentityCheck): () => void {
  check = newCheck
  return () => {
    if (check === newCheck) check = null
  }
}

/** Asks the user to prove who they are. Requests that wait at the same time share one question. */
function askForIdentity(): Promise<boolean> {
  if (check === null) return Promise.resolve(false)
  pending ??= check().finally(() => {
    pending = null
  })
  return pending
}

const COOKIE_NAME: typeof SIGNED_OUT_COOKIE = 'signed_out'

/** Longer than a session lasts without being used. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

export function isSignOutPending(cookies: string): boolean {
  return new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=[^;]`).test(cookies)
}

/**
 * Remembers a sign-out on this device until the server confirms it, which clears the cookie. Meanwhile the
 * server ignores the session in every tab, also after a reload or a restart of the browser.
 */
export function markSignOutPending(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
  document.cookie = `${COOKIE_NAME}=1; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`
}

/** `onSignedOut` is called when a request finds that the session ended. */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const handleError = (error: Error) => {
    if (error instanceof ApiError && error.code === 'not_signed_in') onSignedOut(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        // While offline, responses come from the service worker's cache: refetch them on every mount.
        staleTime: () => (getConnectivity().isOffline ? 0 : 30_000),
        networkMode: 'always',
        refetchOnReconnect: 'always',
        retry: shouldRetry,
      },
      // Variables may contain a password, so drop them soon after the form unmounts.
      mutations: { networkMode: 'always', gcTime: 1000 },
    },
  })
  return client
}

/** Retries once when the server could not be reached or a proxy reported it unavailable. */
function shouldRetry(failureCount: number, error: Error): boolean {
  if (failureCount > 0 || !(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 502 || error.status === 503
}
