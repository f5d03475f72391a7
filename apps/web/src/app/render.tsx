import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { RenderPage } from '@fieldhouse/contract/page'
import { type DehydratedState, dehydrate, type Query } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createQueryClient, sendThrough } from '../api/api-client.ts'
import { assumeEnvironment, type Device, type PageEnvironment, parseDevice } from '../api/page-environment.ts'
import { currentUserQuery } from '../features/accounts/session.ts'
import {
  createRouter,
  documentTitle,
  LEAGUE_KEY,
  type Location,
  parseQuery,
  ROUTE_KEY,
  type Router,
  type RouterWindow,
  type Tab,
  toUrl,
} from '../router/router.ts'
import type { KeyValueStorage } from '../storage/browser-storage.ts'
import { preloadAll } from '../ui/lazy-named.ts'
import { Page, publicCodeOf } from './app.tsx'

export type PageData = {
  environment: PageEnvironment
  shown: string
  queries: DehydratedState
  paths: readonly string[]
  /** The ID of the newest event before they were read. */
  lastEvent: number
}

/** A device that has not said anything yet. The app renders the page anew if another is right. */
function guessDevice(userAgent: string): Device {
  const width = /Mobi/.test(userAgent) ? 390 : userAgent.includes('Android') ? 820 : 1280
  return { timeZone: 'UTC', theme: 'solarized-light', width, screen: null }
}

/** A screen asks for what it needs in at most so many steps: user, league, tab, and what depends on them. */
const MAX_STEPS = 6

const TAB_FILES: Record<Tab, string> = {
  overview: 'overview',
  'league social': 'social',
  standings: 'standings',
  roster: 'roster',
  scoreboard: 'games',
  matchup: 'games',
  history: 'history',
  betslip: 'betslip',
}

let isReady: Promise<void> | null = null

/** Not for somebody who has to sign in, nor for a screen that shows secrets or is not opened often. */
export const renderPage: RenderPage = async (request, fetchFromApi) => {
  isReady ??= preloadAll()
  await isReady
  const device = parseDevice(request.cookies) ?? guessDevice(request.userAgent)
  const { screen: lastScreen, ...assumed } = device
  const environment = { ...assumed, now: request.now }
  const address = new URL(request.url, request.origin)
  const isPublic = publicCodeOf(address.pathname) !== null
  const router = isPublic ? null : createRouter(windowAt(address, lastScreen))
  if (router !== null && !isRendered(router)) return null
  const client = createQueryClient(() => undefined)
  const paths: string[] = []
  sendThrough(async (path, { method }) => {
    // Invites are read with a code in the body. The app does so.
    if (method !== 'GET') throw new Error(`not rendered: ${path}`)
    paths.push(path)
    const { status, body } = await fetchFromApi(path)
    return new Response(body, { status })
  })
  standForDevice(address)
  const page = <Page address={address} router={router} client={client} onOpen={() => undefined} />
  for (let step = 0; step < MAX_STEPS; step += 1) {
    assumeEnvironment(environment)
    const html = await renderToText(page)
    const missing = client.getQueryCache().getAll().filter(isMissing)
    if (missing.length === 0) {
      const location = router?.location() ?? null
      const shown = location === null ? address.pathname + address.search : toUrl(location)
      // Others begin with what is on the device.
      const wasRead = ({ state }: Query) => state.dataUpdateCount > 0 || state.status === 'error'
      const queries = dehydrate(client, { shouldDehydrateQuery: wasRead })
      // The app asks again, and shows why it fails.
      for (const { state } of queries.queries) Object.assign(state, { error: null, fetchFailureReason: null })
      return {
        title: documentTitle(location, router?.title() ?? null),
        html,
        data: toScriptText({ environment, shown, queries, paths, lastEvent: request.lastEvent }),
        screen: router === null ? 'public' : fileOf(router),
      }
    }
    await Promise.all(
      missing.map((query) => query.fetch({ ...query.options, retry: false }).catch(() => undefined)),
    )
    const user = client.getQueryData(currentUserQuery.queryKey)
    if (router?.inviteCode() === null && user?.username == null) return null
  }
  return null
}

function fileOf(router: Router): string {
  const { route, tab } = router.location()
  if (router.inviteCode() !== null) return 'start'
  return route === 'league' ? TAB_FILES[tab] : 'dashboard'
}

/** Rejects if a component fails, which the app shows better. */
function renderToText(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      // Otherwise large parts come after the others, with scripts that move them.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        text(stream.pipe(new PassThrough())).then(resolve, reject)
      },
      onShellError: reject,
      onError: reject,
    })
  })
}

function isRendered(router: Router): boolean {
  const { route } = router.location()
  const hasSecret = router.resetLink() !== null || router.verificationToken() !== null
  return !hasSecret && (route === 'league' || route === 'dashboard' || router.inviteCode() !== null)
}

function isMissing({ state, options }: Query): boolean {
  // Observers add whether they ask at all.
  const { enabled } = options as { enabled?: unknown }
  return (
    state.status === 'pending' &&
    state.fetchStatus === 'idle' &&
    enabled !== false &&
    options.queryFn !== undefined
  )
}

/** JSON that ends no element, however it is read. */
function toScriptText(data: PageData): string {
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function windowAt(address: URL, lastScreen: string | null): RouterWindow {
  const last: Partial<Location> = lastScreen === null ? {} : parseQuery(new URL(lastScreen, address).search)
  const stored = new Map([
    [ROUTE_KEY, last.route ?? 'dashboard'],
    ...(last.league == null ? [] : [[LEAGUE_KEY, last.league] as const]),
  ])
  return {
    location: address,
    history: { state: null, pushState: ignore, replaceState: ignore, back: ignore },
    localStorage: { ...EMPTY_STORAGE, getItem: (key) => stored.get(key) ?? null },
    sessionStorage: EMPTY_STORAGE,
    addEventListener: ignore,
    scrollTo: ignore,
  }
}

const ignore = () => undefined

const EMPTY_STORAGE: KeyValueStorage = { getItem: () => null, setItem: ignore, removeItem: ignore }

/** Stands for what components read of a device while they render: nothing is stored, and no window has a size. */
function standForDevice(address: URL): void {
  Object.assign(globalThis, {
    window: globalThis,
    location: address,
    localStorage: EMPTY_STORAGE,
    sessionStorage: EMPTY_STORAGE,
    indexedDB: { deleteDatabase: ignore },
    document: { cookie: '', visibilityState: 'visible', documentElement: { dataset: {} } },
  })
}
