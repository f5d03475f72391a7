import './theme/themes.css'
import './theme/base.css'
import './theme/forced-colors.css'
import type { PAGE_DATA_ID } from '@fieldhouse/contract/page'
import { hydrate, type QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { apiClient, createQueryClient, parseCsrfCookie } from './api/api-client.ts'
import { watchNetwork } from './api/connectivity.ts'
import { continueAfter } from './api/event-stream.ts'
import { assumeEnvironment, deviceTimeZone, serverClock } from './api/page-environment.ts'
import { Page, preloadFirstScreen, publicCodeOf, signInResponseOf } from './app/app.tsx'
import { trackChunkErrors } from './app/error-boundary.tsx'
import type { PageData } from './app/render.tsx'
import { currentUserQuery, switchUser } from './features/accounts/session.ts'
import { createRouter, ROUTE_KEY, type Router, toUrl } from './router/router.ts'
import { hasUserStorage, readStorage } from './storage/browser-storage.ts'
import { updateThemeColor } from './theme/theme.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('missing #root element')

const isPublic = publicCodeOf(location.pathname) !== null
// A request that needs the CSRF token fetches it again, so ignore errors here.
if (!isPublic && parseCsrfCookie(document.cookie) === undefined)
  apiClient('GET /api/csrf/').catch(() => undefined)

const address = { pathname: location.pathname, search: location.search }
const rendered = readPageData()
const isReturning = rendered !== null || readStorage(localStorage, ROUTE_KEY) !== null
const router = isPublic ? null : createRouter(window)
const queryClient = createQueryClient((cache) => switchUser(cache, null))
if (rendered !== null) hydrate(queryClient, rendered.queries)
if (rendered !== null && !rendered.isStored) {
  const date = new Date(rendered.environment.now).toUTCString()
  serverClock.syncToDateHeader(new Headers({ date }))
  continueAfter(rendered.lastEvent)
}

if (import.meta.env.PROD && !isPublic)
  import('./app/app-update.ts').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    // The next visit tries again.
    () => undefined,
  )
trackChunkErrors()
watchNetwork()
updateThemeColor()

/** What the server has rendered stays until the first render has what it needs. That render shows errors. */
async function start(container: HTMLElement, client: QueryClient): Promise<void> {
  const onOpen = (query: string) => location.replace(`/${query}`)
  const page = <Page address={address} router={router} client={client} onOpen={onOpen} />
  await Promise.all([
    signInResponseOf(address.search) === null ? preloadFirstScreen(router, isReturning) : null,
    isPublic ? null : client.query(currentUserQuery).catch(() => undefined),
  ])
  if (rendered !== null && canTakeOver(rendered, router)) {
    assumeEnvironment(rendered.environment)
    hydrateRoot(container, page)
  } else {
    flushSync(() => createRoot(container).render(page))
  }
}

void start(root, queryClient)

/** What the server has added to the page that it rendered; null for the plain page. */
function readPageData(): (PageData & { isStored: boolean }) | null {
  const element = document.getElementById('page-data' satisfies typeof PAGE_DATA_ID)
  if (element === null) return null
  const data = JSON.parse(element.textContent) as PageData
  // The service worker has shown what was seen last: all of it is read again.
  const isStored = 'stored' in element.dataset
  if (isStored) for (const { state } of data.queries.queries) state.dataUpdatedAt = 0
  return { ...data, isStored }
}

/** Whether the app shows what the server has rendered; otherwise it renders all of it anew. */
function canTakeOver({ environment, shown }: PageData, own: Router | null): boolean {
  return (
    environment.timeZone === deviceTimeZone() &&
    shown === (own === null ? address.pathname + address.search : toUrl(own.location())) &&
    !hasUserStorage(localStorage)
  )
}
